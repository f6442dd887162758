# Unit tests, oracle and benchmark of the value parsers: no server is linked.
#
#   make -f values.mk check              the unit tests; the last line is "N passed, N failed"
#   make -f values.mk values_oracle      the program of values_oracle.sh
#   make -f values.mk bench              nanoseconds per value
#
# BUILD is where everything goes; SANITIZE=-fsanitize=address,undefined and the like are added to all steps.

PG_CONFIG ?= pg_config
BUILD ?= .
SRC ?= ../../src
OPTFLAGS ?= -O2
SANITIZE ?=

# -msse4.2 where the compiler makes x86-64 code
ARCHFLAGS ?= $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),-msse4.2)

VALUES_INCLUDES := -I$(SRC) -I. -isystem $(shell $(PG_CONFIG) --includedir-server)
VALUES_CFLAGS := -std=gnu99 -Wall -Wextra -Wdeclaration-after-statement -Wno-ignored-attributes \
	-fwrapv -fno-strict-aliasing -ffp-contract=off $(OPTFLAGS) $(SANITIZE)
VALUES_CXXFLAGS := -std=gnu++17 -Wall -Wextra -fno-exceptions -fno-rtti $(OPTFLAGS) $(SANITIZE) \
	-DJB_SIMD_INDEX $(shell pkg-config --cflags simdjson)
VALUES_LIBS := $(shell pkg-config --libs simdjson) -lstdc++ -lm

PARTS := json_number json_datetime json_bytes
HEADERS := $(wildcard $(SRC)/*.h) values_table.h
TWINS := $(PARTS:%=$(BUILD)/twin_%.o) $(BUILD)/twin_values_table.o
OBJECTS := $(PARTS:%=$(BUILD)/%.o) $(BUILD)/values_table.o $(BUILD)/scalar_twins.o $(BUILD)/simd.o

.PHONY: check bench clean
check: $(BUILD)/test_values
	$(BUILD)/test_values
bench: $(BUILD)/bench_values
	$(BUILD)/bench_values
values_oracle: $(BUILD)/values_oracle
clean:
	rm -f $(OBJECTS) $(TWINS) $(addprefix $(BUILD)/,test_values bench_values values_oracle)

$(BUILD)/%.o: $(SRC)/%.c $(HEADERS)
	$(CC) $(VALUES_CFLAGS) $(ARCHFLAGS) $(VALUES_INCLUDES) -c $< -o $@
$(BUILD)/twin_%.o: $(SRC)/%.c $(HEADERS)
	$(CC) $(VALUES_CFLAGS) -DJB_FORCE_SCALAR $(VALUES_INCLUDES) -c $< -o $@
$(BUILD)/values_table.o: values_table.c $(HEADERS)
	$(CC) $(VALUES_CFLAGS) $(ARCHFLAGS) $(VALUES_INCLUDES) -c $< -o $@
$(BUILD)/twin_values_table.o: values_table.c $(HEADERS)
	$(CC) $(VALUES_CFLAGS) -DJB_FORCE_SCALAR -DVALUES_TWIN $(VALUES_INCLUDES) -c $< -o $@

# One object in which only the twins' table can be seen.
$(BUILD)/scalar_twins.o: $(TWINS)
	$(LD) -r $^ -o $@
	objcopy --wildcard --keep-global-symbol='twin_*' $@

$(BUILD)/simd.o: $(SRC)/simd.cpp $(SRC)/simd.h
	$(CXX) $(VALUES_CXXFLAGS) -I$(SRC) -c $< -o $@
$(BUILD)/test_values $(BUILD)/bench_values $(BUILD)/values_oracle: $(BUILD)/%: %.c $(OBJECTS)
	$(CC) $(VALUES_CFLAGS) $(ARCHFLAGS) $(VALUES_INCLUDES) $< $(OBJECTS) $(VALUES_LIBS) -o $@
