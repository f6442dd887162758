# jbind: make, make install, make installcheck; see README.md
#
# PG_CONFIG=...	which PostgreSQL to build for
# OPTFLAGS=...	optimisation; the default works on every x86-64 of the last decade

EXTENSION = jbind
MODULE_big = jbind
DATA = jbind--1.0.sql
OBJS = $(patsubst src/%.c,src/%.o,$(sort $(wildcard src/*.c))) src/simd.o

REGRESS = $(patsubst sql/%.sql,%,$(sort $(wildcard sql/*.sql)))

# SSE4.2 is the baseline on x86-64; elsewhere the scalar twins are built
ifeq ($(shell uname -m),x86_64)
OPTFLAGS ?= -msse4.2
endif
OPTFLAGS ?=

PG_CPPFLAGS = -Isrc
PG_CFLAGS = -std=gnu99 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -fvisibility=hidden $(OPTFLAGS)
PG_CXXFLAGS = -std=gnu++17 -Wall -Wextra -fno-exceptions -fno-rtti -fvisibility=hidden $(OPTFLAGS)
SHLIB_LINK = -lstdc++

# bitcode for the server's JIT would need clang and gain nothing here
override with_llvm = no

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

$(OBJS): $(wildcard src/*.h src/*.def)

lint:
	test/lint.sh

.PHONY: lint
