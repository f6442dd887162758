# Values for every built-in scalar type: mostly good ones, some odd ones.
#
# The oracle is the server, so nothing here needs to know which of these a server takes: a value is
# 'good' when it usually converts, 'odd' when it is at an edge or beyond.  '=text' is a raw JSON
# token, anything else the content of a JSON string (see Json::node).  Words that mean the current
# time are absent: two calls may differ in them.
package Values;

use strict;
use warnings;

use Json;

*pick = \&Json::pick;
*chance = \&Json::chance;
*between = \&Json::between;

my @anything = (
	'=null', '=true', '=false', '=0', '=-0', '=1', '=-1', '=1.0', '=1.5', '=1e2', '=1E2', '=1.5e-3', '=1E+2', '=-0.0', '=0e0',
	'=12345678901234567890', '=1234567890123456789012345678901234567890', '=0.1234567890123456789012345678901234567890',
	'=1e400', '=-1e400', '=1e-400', '=2147483648', '=32768', '=9223372036854775808', '=-9223372036854775808',
	'', ' ', 'x', '0', '1', '-0', '+1', ' 12 ', "\t7\n", '1.5', '1e2', '0x1F', '0b1', '0o7', '1_000', '12abc', 'true', 'null', 'NaN', 'Infinity', '-inf',
	'2024-01-02', '10:11:12', '(1,2)', '{1,2}', '[1,2]', '\\x6162', 'a,b', '"', '\\',
	'={}', '=[]', '=[1]', '=[null]', '=[[1],[2]]', '={"a":1}', '={"a": [1, {"b" : null}]}', '=[{"x":1}, {}]', '=[1,"two",null,true]', '="\\u0041"', '="\\ud83d\\ude00"', '="\\u00e9"', '="\\/"');

my @letters = ('a' .. 'z', 'A' .. 'Z', 0 .. 9, ' ', '_', '-', '.', ',', '/');
my @wide = ("\xc3\xa9", "\xc3\xbc", "\xc3\x9f");
my @wider = ("\xe5\x90\x8d", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "e\xcc\x81", "\xe2\x80\xa8");
my @special = ('"', '\\', "\n", "\t", "\r", "\b", "\f", "\x01", "\x1f", "\x7f", '\\u0041', '<', '&', "'", '{', '}', '[', ']', ':', '$', '%');

sub word
{
	my ($length) = @_;
	return join '', map { pick(@letters) } 1 .. $length;
}

sub text_value
{
	my $length = pick(0, 1, 2, 3, 5, 8, 8, 13, 13, 21, 40, 120);
	my @alphabet = chance(0.6) ? @letters : chance(0.5) ? (@letters, @wide, $Json::not_loadable ? () : @wider) : (@letters, @wide, @special, @special);
	return join '', map { pick(@alphabet) } 1 .. $length;
}

sub digits
{
	my ($length) = @_;
	return $length < 1 ? '' : between(1, 9) . join('', map { int rand 10 } 2 .. $length);
}

sub integer_value
{
	my ($bits, $max) = @_;
	my $value = chance(0.1) ? pick('0', '-0', '1', '-1', $max, "-$max") : pick('', '', '-') . digits(between(1, length($max) - 1));
	return chance(0.85) ? "=$value" : pick('', '', ' ') . $value . pick('', '', ' ');
}

# exponents that float4 takes as well
sub float4_value
{
	my $node = float_value();
	$node =~ s/[eE].*//;
	return $node;
}

sub float_value
{
	my $value = pick('', '', '-') . pick(0, digits(between(1, 6)), digits(between(1, 17)));
	$value .= '.' . join('', map { int rand 10 } 1 .. pick(1, 2, 2, 3, 6, 15, 17, 25)) if chance(0.7);
	$value .= pick('e', 'E') . pick('', '+', '-') . between(0, pick(3, 20, 300)) if chance(0.2);
	return chance(0.9) ? "=$value" : $value;
}

sub numeric_value
{
	my $value = pick('', '', '-') . pick(0, digits(between(1, 4)), digits(between(1, 60)));
	$value .= '.' . join('', map { int rand 10 } 1 .. pick(1, 2, 2, 4, 8, 40)) if chance(0.6);
	$value .= pick('e', 'E') . pick('', '+', '-') . between(0, 40) if chance(0.1);
	return chance(0.85) ? "=$value" : $value;
}

sub small_numeric
{
	return pick('=', '=', '=', '') . pick('', '', '-') . pick(0, 1, 12, 123, 899) . pick('', '.5', '.25', '.994', '.995', '.000', '.1234567');
}

sub day
{
	return sprintf '%04d-%02d-%02d', between(1900, 2100), between(1, 12), between(1, 28);
}

sub clock
{
	my $text = sprintf '%02d:%02d:%02d', between(0, 23), between(0, 59), between(0, 59);
	$text .= '.' . join('', map { int rand 10 } 1 .. pick(1, 2, 3, 3, 6, 6, 6, 7, 9)) if chance(0.5);
	return $text;
}

sub zone { return pick('', '', 'Z', 'Z', 'z', '+00', '+02', '-08', '+05:30', '-03:30', '+0545', '+01:02:03', ' UTC', ' Europe/Berlin', ' PST', ' EST5EDT', '+14', '+15:59', 'T', ' T', ' EST', 'EST', ' IST', 'UTC', 'zulu', 'Z+02', '+', '-', ' +02', '+2', '+2:3', '-00', '+24', ' AD', ' BC', 'ZZ'); }
sub moment { return day() . pick('T', 'T', ' ', ' ', 't', '  ') . clock() . zone(); }
sub loose_day { return pick('Jan 5 2020', 'January 5, 2020', '5 Jan 2020', '05/06/2007', '13/06/2007', '06/13/2007', '05-06-2007', '5.6.2007', '20200105', '2020.01.05', '2020/1/5', '2024-1-5', 'Mon Jan 6 2020', '2020-Jan-05', '99-01-05', 'J2451187', '2020.123', '2020-W01-1'); }
sub edge_day { return pick('2024-02-29', '2023-02-29', '1900-02-29', '2000-02-29', '2024-00-10', '2024-13-01', '2024-04-31', '0001-01-01', '0000-01-01', '10000-01-01', '99999-12-31', '5874897-12-31', '5874898-01-01', '4713-01-01 BC', '4714-11-24 BC', '4714-11-23 BC', '0044-03-15 BC', '294276-12-31', '294277-01-01', 'infinity', '-infinity', 'epoch', 'Infinity', '', ' 2024-01-05', '2024-01-05 ', '2024-01-05T', '2024-01-05Z', '2024-01-05 Z', '2024-01-05+02', '2024-01-05-02', '2024-01-05 T', '2024-01-05t', '2024-01-05 UTC', '2024-01-05T00', '2024-01-05T00:00', '2024-01-05T00:00:00', '2024-01-05T25:00:00', '24-01-05', '2024-1-05', '2024-01-5', '2024-01-055', '12024-01-05', '-2024-01-05', '2024-01', '2024', '2024-01-05 AD'); }
sub edge_clock { return pick('24:00:00', '24:00:01', '23:59:60', '23:59:60.5', '23:60:00', '25:00:00', '10:20', '1020', '102030', '10:20:30 PM', '13:20 PM', '12:00 AM', '10:20:30.', '10:20:30.9999999', '23:59:59.9999999', '10:20:30,5', 'allballs', '10', '1:2:3', '', '10:20:30-', '10:20:30.123456789012', '04:05:06 America/New_York', 'T10:20:30'); }
sub interval_value { return pick('1 day', '-1 day', '1 day -2 hours', 'P1Y2M3DT4H5M6.7S', 'P-1Y', 'PT0S', 'P0001-02-03T04:05:06', '01:02:03', '-01:02:03.456', '1-2', '1 2:03:04', '1.5 years', '@ 1 hour ago', '3 weeks', '1 mon -1 day', '10 centuries', '=5', '1 year 2 mons 3 days 04:05:06.789', '00:00:00'); }
sub uuid_value
{
	my $hex = join '', map { sprintf '%04x', int rand 65536 } 1 .. 8;
	return join '-', unpack 'A8A4A4A4A12', $hex;
}

sub tree
{
	my ($depth) = @_;
	return Json::node(pick('=1', '=-2.50', '=1E3', '=true', '=null', word(between(0, 12)), text_value())) if $depth <= 0 || chance(0.4);
	return [ 'array', map { tree($depth - 1) } 1 .. between(0, 3) ] if chance(0.5);
	return [ 'object', map { [ pick(word(between(1, 6)), 'a', 'b', 'c', text_value()), tree($depth - 1) ] } 1 .. between(0, 3) ];
}

sub list { my @values = @_; return sub { return pick(@values); }; }

# name => [SQL type, good, odd, native]; native: jbind has a reader of its own
our %types = (
	int2 => [ 'int2', sub { integer_value(16, '32767') }, list('=32768', '=-32768', '=-32769', '=1.0', '=1e2', '=40000', '="\\u0031"', '007'), 1 ],
	int4 => [ 'int4', sub { integer_value(32, '2147483647') }, list('=2147483648', '=-2147483648', '=-2147483649', '=1.0', '=1e2', '=3.7', '=99999999999', '="\\u0031"', '0007'), 1 ],
	int8 => [ 'int8', sub { integer_value(64, '9223372036854775807') }, list('=9223372036854775808', '=-9223372036854775808', '=-9223372036854775809', '=1.0', '=1e2', '=123456789012345678901', '=9223372036854775807', '=0.5'), 1 ],
	float4 => [ 'float4', \&float4_value, list('=3.5e38', '=1e-50', '=16777217', '=1e-45', '=3.4028235e38', 'NaN', 'Infinity', '-Infinity', 'inf', 'nan', 'infinit', '=0.1', '=340282356779733661637539395458142568447.9', '=340282356779733661637539395458142568448'), 1 ],
	float8 => [ 'float8', \&float_value, list('=1e308', '=1.7976931348623157e308', '=1.7976931348623159e308', '=4.9e-324', '=2e-324', '=2.4703282292062328e-324', '=1e-320', '=2.2250738585072011e-308', 'NaN', '-inf', '=9007199254740993', '=0.1', '=123456789012345678', '=1e23', '=8.5e22', '=1e22', '=1.0000000000000002', '=179769313486231580793e289'), 1 ],
	numeric => [ 'numeric', \&numeric_value, list('NaN', 'Infinity', '-inf', '=1e131071', '=1e131072', '=1e-16383', '=1e-16384', '=1e1000', '="1e200000"', '=0.00', '=-0.00', '=100', '=10000', '=0.0001', '=1.50', '=1e-5', '=99999999'), 1 ],
	numeric_5_2 => [ 'numeric(5,2)', \&small_numeric, list('=1.005', '=999.994', '=999.995', '=1000', 'NaN', 'inf', '=-999.995', '=0.004', '=0.005', '=1e3', '=1e2'), 1 ],
	numeric_3_m1 => [ 'numeric(12,4)', \&small_numeric, list('=12345678.9', '=99999999.99995', '=1e8', '=123456789', 'NaN'), 1 ],
	bool => [ 'bool', list('=true', '=false', '=true', '=false', 't', 'f', 'yes', 'no', 'on', 'off', '1', '0'), list('=1', '=0', '=2', 'tr', 'o', ' true ', 'TRUE', 'y', 'n', 'of', '', 'truee', '=1.0'), 1 ],
	text => [ 'text', \&text_value, list('=1', '=1.50', '=true', '=[1, 2]', '={"k" : [ ]}', '=-0', '=1E2', '=10000000000000000000000'), 1 ],
	varchar => [ 'varchar', \&text_value, list('=1', '=1.50', '=false', '=[ 1,2]'), 1 ],
	varchar_8 => [ 'varchar(8)', sub { substr(word(12), 0, between(0, 7)) . pick('', '', "\xc3\xa9") }, list('123456789', '12345678  ', "12345678\xc3\xa9", "1234567\xc3\xa9", '=123456789', '=true', '        x'), 1 ],
	bpchar_5 => [ 'char(5)', sub { word(between(0, 5)) }, list('abcdef', 'abcde  ', '', "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", '=12', '=[1]'), 1 ],
	bpchar => [ 'bpchar', \&text_value, list('abc   ', '=1'), 1 ],
	name => [ 'name', sub { word(between(0, 20)) }, list('x' x 62, 'x' x 63, 'x' x 64, ('x' x 62) . "\xc3\xa9", '=5'), 1 ],
	char => [ '"char"', sub { word(between(0, 1)) }, list('ab', "\xc3\xa9", '\\101', '\\', '=1', '=true'), 1 ],
	bytea => [ 'bytea', sub { '\\x' . join '', map { sprintf pick('%02x', '%02X'), int rand 256 } 1 .. between(0, 20) }, list('\\x6', '\\x6g', '\\x 61 62', '\\X61', 'abc', '\\001\\\\', '\\1', '\\x', '\\x61 6', '='), 1 ],
	date => [ 'date', \&day, sub { pick(\&loose_day, \&edge_day, \&edge_day, \&moment)->() }, 1 ],
	time => [ 'time', \&clock, sub { pick(\&edge_clock, \&moment)->() }, 1 ],
	time_3 => [ 'time(3)', \&clock, \&edge_clock, 1 ],
	timetz => [ 'timetz', sub { clock() . pick('Z', '+02', '-03:30') }, sub { edge_clock() . pick('', 'Z', '+02') }, 1 ],
	timestamp => [ 'timestamp', sub { day() . pick('T', ' ') . clock() }, sub { pick(\&loose_day, \&edge_day, \&moment, sub { day() . ' ' . edge_clock() }, sub { edge_day() . ' ' . clock() })->() }, 1 ],
	timestamp_0 => [ 'timestamp(0)', sub { day() . pick('T', ' ') . clock() }, \&moment, 1 ],
	timestamp_3 => [ 'timestamp(3)', sub { day() . pick('T', ' ') . clock() }, \&moment, 1 ],
	timestamptz => [ 'timestamptz', sub { day() . pick('T', ' ') . clock() . pick('Z', 'Z', '+00', '+02:00', '-05', '') }, sub { pick(\&loose_day, \&edge_day, \&moment, \&moment, sub { day() . 'T' . edge_clock() . zone() }, sub { edge_day() . ' ' . clock() . zone() })->() }, 1 ],
	timestamptz_3 => [ 'timestamptz(3)', sub { day() . 'T' . clock() . 'Z' }, \&moment, 1 ],
	interval => [ 'interval', \&interval_value, list('', 'x', '1 x', 'P', '=1.5', '178956970 years', '1e10 days', 'P1H'), 1 ],
	interval_ym => [ 'interval year to month', \&interval_value, list('', '3 years 5 months 4 days'), 1 ],
	uuid => [ 'uuid', \&uuid_value, sub { pick(sub { uc uuid_value() }, sub { '{' . uuid_value() . '}' }, sub { my $u = uuid_value(); $u =~ tr/-//d; $u }, sub { my $u = uuid_value(); $u =~ tr/-//d; join '-', $u =~ /(....)/g }, sub { uuid_value() . '0' }, sub { substr uuid_value(), 1 }, sub { my $u = uuid_value(); substr($u, between(0, 35), 1) = pick('g', '-', ' ', 'G'); $u }, sub { '{' . uuid_value() })->() }, 1 ],
	json => [ 'json', sub { tree(2) }, list('={"a":1,"a":2}', '="\\u0041"', '=1E2', '=-0', 'x', '', '=[ ]', '="\\ud83d\\ude00"', '="\\/"'), 1 ],
	jsonb => [ 'jsonb', sub { tree(2) }, list('={"a":1,"a":2}', '="\\u0041"', '=1E2', '=-0', 'x', '', '={"b":1,"aa":2}', '=1.50', '=[[]]', '="\\/"'), 1 ],
	xml => [ 'xml', list('<a>1</a>', 'plain', '<a b="c"/>', ''), list('<a>', '</a>', '&', '=1', '<?xml version="1.0"?><a/>', '<a/><b/>'), 0 ],
	inet => [ 'inet', list('10.0.0.1', '10.1.2.3/8', '::1', 'fe80::1/64'), list('1.2.3', '256.1.1.1', '10.0.0.1/33', 'x', ''), 0 ],
	cidr => [ 'cidr', list('10.0.0.0/8', '192.168.1.0/24', '::/0', '10'), list('10.0.0.1/8', 'x'), 0 ],
	macaddr => [ 'macaddr', list('08:00:2b:01:02:03', '08-00-2b-01-02-03', '08002b:010203'), list('08:00', 'x'), 0 ],
	macaddr8 => [ 'macaddr8', list('08:00:2b:01:02:03:04:05', '08:00:2b:01:02:03'), list('zz', ''), 0 ],
	bit_4 => [ 'bit(4)', list('1010', '0000', 'xA', 'b1111'), list('101', '10101', '=1010', '2', ''), 1 ],
	varbit => [ 'varbit', list('', '1', '10110101011', 'xFF'), list('2', '=101', 'xG'), 1 ],
	varbit_5 => [ 'varbit(5)', list('', '1', '10101'), list('101010'), 1 ],
	money => [ 'money', list('$1.50', '=12.345', '-$3', '=7', '1,000.25'), list('x', '=1e3', '92233720368547758.08'), 0 ],
	point => [ 'point', list('(1,2)', '1.5,2.5', '(0,0)'), list('(1)', '=[1,2]', 'x'), 0 ],
	lseg => [ 'lseg', list('[(0,0),(1,1)]', '((1,2),(3,4))'), list('(1,2)', '=[[1,2],[3,4]]'), 0 ],
	line => [ 'line', list('{1,2,3}'), list('{0,0,1}', 'x'), 0 ],
	box => [ 'box', list('(1,1),(0,0)', '((3,4),(1,2))'), list('x', '(1,2)'), 0 ],
	path => [ 'path', list('[(0,0),(1,1)]', '((0,0),(1,1),(2,0))'), list('()', 'x'), 0 ],
	polygon => [ 'polygon', list('((0,0),(1,1),(2,0))'), list('()', 'x'), 0 ],
	circle => [ 'circle', list('<(0,0),1>', '((1,2),3)'), list('<(0,0),-1>', 'x'), 0 ],
	int4range => [ 'int4range', list('[1,5)', '(1,5]', 'empty', '[,3]', '(,)'), list('[5,1)', 'x', '=[1,5]', '[1,2'), 0 ],
	numrange => [ 'numrange', list('[1.5,2.5]', 'empty'), list('[2,1]'), 0 ],
	daterange => [ 'daterange', list('[2024-01-01,2024-02-01)'), list('[x,y]'), 0 ],
	tsrange => [ 'tsrange', list('["2024-01-01 10:00","2024-01-02 00:00")'), list('x'), 0 ],
	int4multirange => [ 'int4multirange', list('{[1,3),[5,9)}', '{}'), list('{[3,1)}', 'x'), 0 ],
	tsvector => [ 'tsvector', list("a fat cat", "'a b':1 c:2A", ''), list("'", 'a:b'), 0 ],
	tsquery => [ 'tsquery', list('a & b', '!c | d'), list('a &', ''), 0 ],
	oid => [ 'oid', list('=0', '=26', '=4294967295', '17'), list('=-1', '=4294967296', 'x', '=1.5', ''), 1 ],
	xid => [ 'xid', list('=5', '=0'), list('x', '=-1'), 0 ],
	tid => [ 'tid', list('(0,1)', '(5,7)'), list('(1)', 'x'), 0 ],
	regclass => [ 'regclass', list('pg_class', 'pg_catalog.pg_type', '=1259'), list('no_such_relation', '=0', '-', 'PG_CLASS', '"pg_class"'), 0 ],
	regtype => [ 'regtype', list('int4', 'integer', 'text[]', '=25'), list('no_such_type', ''), 0 ],
	regproc => [ 'regproc', list('now', 'pg_catalog.pg_typeof'), list('abs', 'no_such'), 0 ],
	pg_lsn => [ 'pg_lsn', list('0/0', '16/B374D848'), list('x', '0/', '=1'), 0 ],
	pg_snapshot => [ 'pg_snapshot', list('10:20:10,14,15', '1:1:'), list('x', '20:10:'), 0 ],
	jsonpath => [ 'jsonpath', list('$.a[*]', 'strict $'), list('$.', ''), 0 ],
);

# a node for one value; $oddness is the chance of an odd or alien one
sub value
{
	my ($type, $oddness) = @_;
	my (undef, $good, $odd) = @{ $types{$type} };
	return Json::node($good->()) if !chance($oddness);
	return Json::node(chance(0.6) ? $odd->() : alien());
}

sub alien { return pick(@anything); }

1;
