/*
 * select.c
 *		Which reader does a column get, and if it is stock, why?
 */
#include "select.h"

#include "catalog/pg_type_d.h"

static const struct
{
	Oid type;
	JbReaderId reader;
} scalar_readers[] = {
	{BOOLOID, JB_READER_BOOL},
	{INT2OID, JB_READER_INT2},
	{INT4OID, JB_READER_INT4},
	{INT8OID, JB_READER_INT8},
	{OIDOID, JB_READER_OID},
	{FLOAT4OID, JB_READER_FLOAT4},
	{FLOAT8OID, JB_READER_FLOAT8},
	{NUMERICOID, JB_READER_NUMERIC},
	{TEXTOID, JB_READER_TEXT},
	{VARCHAROID, JB_READER_TEXT},
	{BPCHAROID, JB_READER_BPCHAR},
	{NAMEOID, JB_READER_NAME},
	{CHAROID, JB_READER_CHAR},
	{BYTEAOID, JB_READER_BYTEA},
	{UUIDOID, JB_READER_UUID},
	{BITOID, JB_READER_BIT},
	{VARBITOID, JB_READER_VARBIT},
	{DATEOID, JB_READER_DATE},
	{TIMEOID, JB_READER_TIME},
	{TIMETZOID, JB_READER_TIMETZ},
	{TIMESTAMPOID, JB_READER_TIMESTAMP},
	{TIMESTAMPTZOID, JB_READER_TIMESTAMPTZ},
	{INTERVALOID, JB_READER_INTERVAL},
	{JSONOID, JB_READER_JSON},
	{JSONBOID, JB_READER_JSONB},
};

static JbReaderId
native_reader(const JbTypeFacts *facts)
{
	switch (facts->category)
	{
		case JB_CATEGORY_ENUM:
			return JB_READER_ENUM;
		case JB_CATEGORY_ARRAY:
			return JB_READER_ARRAY;
		case JB_CATEGORY_COMPOSITE:
			return JB_READER_COMPOSITE;
		case JB_CATEGORY_DOMAIN:
			return JB_READER_DOMAIN;
		case JB_CATEGORY_SCALAR:
			break;
	}

	for (int i = 0; i < lengthof(scalar_readers); i++)
		if (scalar_readers[i].type == facts->type)
			return scalar_readers[i].reader;
	return JB_READER_STOCK;
}

JbReaderId
jb_select_reader(const JbTypeFacts *facts, const char **reason)
{
	JbReaderId reader = native_reader(facts);

	*reason = NULL;
	if (reader == JB_READER_STOCK)
		*reason = "no native reader for this type";
	else if (facts->disabled[reader])
	{
		*reason = "reader is in jbind.disable_readers";
		reader = JB_READER_STOCK;
	}
	return reader;
}
