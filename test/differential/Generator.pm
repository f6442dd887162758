# Row types, bases and documents, from one seed.
#
# A row type is a list of columns; a column knows how to make a node for its value, so documents are
# built from the type and then spoiled in known ways.  What a type's documents look like (profile, key
# order, white space) stays the same for a while and then changes, because that is what a codec learns.
# Output is SQL text; nothing here talks to a server.
package Generator;

use strict;
use warnings;

use Json;
use Values;

*pick = \&Json::pick;
*chance = \&Json::chance;
*between = \&Json::between;

sub new
{
	my ($class, %options) = @_;
	my $self = bless { types => [], %options }, $class;    # options: extensions (list), type_count, document_count
	$self->{scalars} = [ sort keys %Values::types ];
	$self->{ordered_scalars} = [ grep { $Values::types{$_}[0] !~ /^(jsonb|bit|varbit|interval|timetz|"char")/ } grep { $Values::types{$_}[3] } @{ $self->{scalars} } ];
	$self->{native_scalars} = [ grep { $Values::types{$_}[3] } @{ $self->{scalars} } ];
	return $self;
}

sub quote_ident { my ($name) = @_; $name =~ s/"/""/g; return "\"$name\""; }
sub quote_literal { my ($text) = @_; $text =~ s/'/''/g; my $e = $text =~ s/\\/\\\\/g ? 'E' : ''; return "$e'$text'"; }

# ---- the fixed part of every run: enums and domains ----------------------------------------------

my @labels = ('a', 'b c', 'with"quote', 'back\\slash', 'AAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAB', 'x' x 63, "\xc3\xa9", '', 'a,b', 'null');

# name => [definition, maker of nodes]
my %domains = (
	d_int => [ 'int4 check (value > -1000000)', 'int4' ],
	d_int_nn => [ 'int4 not null', 'int4' ],
	d_small => [ 'int2 check (value < 20000) check (value <> 7)', 'int2' ],
	d_text => [ 'text check (length(value) < 60)', 'text' ],
	d_text_nn => [ "text not null check (value <> 'x')", 'text' ],
	d_varchar => [ 'varchar(8)', 'varchar_8' ],
	d_numeric => [ 'numeric(5,2) check (value < 900)', 'numeric_5_2' ],
	d_timestamptz => [ "timestamptz check (value > '1910-01-01')", 'timestamptz' ],
	d_date => [ 'date', 'date' ],
	d_uuid => [ 'uuid not null', 'uuid' ],
	d_jsonb => [ "jsonb check (jsonb_typeof(value) <> 'boolean')", 'jsonb' ],
	d_bool => [ 'bool', 'bool' ],
	d_int4range => [ 'int4range', 'int4range' ],
);

# makers for domains whose CHECK the base type's own values would fail too often
my %good_in_domain = (
	d_small => sub { chance($_[0] * 2) ? Values::value('int2', 0.3) : [ 'raw', between(8, 19999) ] },
	d_text => sub { chance($_[0]) ? Values::value('text', 0.3) : [ 'string', Values::word(between(0, 29)) ] },
	d_jsonb => sub { chance($_[0]) ? Values::value('jsonb', 0.3) : [ 'object', [ 'k', Values::tree(2) ] ] },
);

sub fixed_ddl
{
	my ($self) = @_;
	my @sql = ('create type e_small as enum (' . join(', ', map { quote_literal($_) } 'low', 'mid', 'high') . ');');
	push @sql, 'create type e_odd as enum (' . join(', ', map { quote_literal($_) } @labels) . ');';
	push @sql, map { "create domain $_ as $domains{$_}[0];" } sort keys %domains;
	push @sql, 'create domain d_int_2 as d_int check (value % 2 = 0 or value is null);';
	push @sql, 'create domain d_array as int4[] check (array_length(value, 1) < 4);';
	push @sql, 'create domain d_array_nn as text[] not null;';
	push @sql, 'create domain d_enum as e_small check (value <> \'mid\');';
	return @sql;
}

# ---- columns -------------------------------------------------------------------------------------

# native: 2 = a reader of its own, 3 = one that is made of others', 0 = stock is what it gets
sub scalar_column
{
	my ($type) = @_;
	return { sql => $Values::types{$type}[0], native => $Values::types{$type}[3] ? 2 : 0, make => sub { Values::value($type, $_[0]) } };
}

sub enum_column
{
	my ($name, @values) = @{ pick([ 'e_small', 'low', 'mid', 'high' ], [ 'e_odd', @labels ]) };
	my $make = sub { Json::node(chance($_[0]) ? pick('Low', 'none', 'lo', '=1', '', 'b  c', 'x' x 64, '=true') : pick(@values)) };
	return { sql => $name, native => 2, make => $make };
}

sub extension_column
{
	my ($self) = @_;
	my @known = grep { my $n = $_; grep { $_ eq $n } @{ $self->{extensions} } } qw(citext hstore);
	return scalar_column('text') if !@known;
	my $name = pick(@known);
	my @values = $name eq 'citext' ? ('Abc', '', '=1', '=[1, 2]') : ('a=>1', '"a b"=>NULL', '', 'k=>"\\""');
	return { sql => $name, native => 0, make => sub { Json::node(pick(@values)) } };
}

sub domain_column
{
	my $name = pick(sort(keys %domains), 'd_int_2', 'd_array', 'd_array_nn', 'd_enum');
	return { %{ array_of({ %{ scalar_column($name eq 'd_array' ? 'int4' : 'text') }, short => 1 }) }, sql => $name, native => 3, not_null => scalar($name =~ /_nn/) } if $name =~ /^d_array/;
	return { sql => $name, native => 3, make => sub { Json::node(chance($_[0]) ? 'mid' : pick('low', 'high')) } } if $name eq 'd_enum';
	return { sql => $name, native => 3, make => sub { chance($_[0] * 2) ? Values::value('int4', 0.3) : [ 'raw', 2 * between(-400, 400000) ] } } if $name =~ /^d_int(_2)?$/;
	my ($definition, $base) = @{ $domains{$name} };
	return { sql => $name, native => $base eq 'int4range' ? 0 : 3, not_null => scalar($definition =~ /not null/), make => $good_in_domain{$name} || sub { Values::value($base, $_[0]) } };
}

sub array_node
{
	my ($element, $oddness, $length, @inner) = @_;
	return [ 'array', map { !$element->{not_null} && chance(0.1) ? [ 'raw', 'null' ] : $element->{make}->($oddness) } 1 .. $length ] if !@inner;
	return [ 'array', map { array_node($element, $oddness, @inner) } 1 .. $length ];
}

sub odd_array
{
	my ($element, $oddness) = @_;
	return Json::node(pick('{}', '{1,2}', '{a,NULL,"b c"}', '[0:1]={1,2}', '{', '{{1},{2}}', '=[[]]', '=[[1],[2,3]]', '=[1,[2]]', '=[[1],2]', '=[[],[]]', '=[[[1]]]', '={}', '=1', '=[[1,2],[3,null]]', '=[null,[1]]', '=[{}]', '=true', ''));
}

sub array_of
{
	my ($element) = @_;
	my $make = sub {
		my ($oddness) = @_;
		return odd_array($element, $oddness) if chance($oddness * 1.5);
		my @dimensions = chance(0.75) ? pick(0, 1, 1, 2, 3, 3, $element->{short} ? 3 : (5, 12)) : map { between(1, 3) } 1 .. pick(2, 2, 3);
		return array_node($element, $oddness, @dimensions);
	};
	return { sql => "$element->{sql}\[]", native => $element->{native} ? 3 : 0, make => $make };
}

sub composite_column
{
	my ($self) = @_;
	my @known = grep { $_->{depth} < 3 && @{ $_->{columns} } < 10 } @{ $self->{types} };
	return scalar_column('int4') if !@known;
	my $child = pick(@known);
	my $make = sub {
		my ($oddness) = @_;
		return Json::node(pick('()', '(1,2)', '(,)', '=[]', '=1', '={}', '=true', 'x')) if chance($oddness);
		return object_for($child, oddness => $oddness, missing => 0.15, null => 0.1, unknown => $oddness * 3, order => chance(0.8) ? undef : 1);
	};
	return { sql => $child->{sql}, native => 3, make => $make, depth => $child->{depth} + 1, short => 1, not_null => scalar($child->{sql} =~ /^d_/) };
}

sub random_column
{
	my ($self) = @_;
	my $turn = rand();
	return scalar_column(pick(@{ $self->{native_scalars} })) if $turn < 0.42;
	return scalar_column(pick(@{ $self->{scalars} })) if $turn < 0.60;
	return enum_column() if $turn < 0.66;
	return $self->extension_column if $turn < 0.68;
	return domain_column() if $turn < 0.78;
	return $self->composite_column if $turn < 0.86;
	my $element = chance(0.6) ? scalar_column(pick(@{ $self->{scalars} })) : chance(0.5) ? domain_column() : $self->composite_column;
	return chance(0.2) ? enum_column() : $element->{sql} =~ /\[\]$/ ? scalar_column('bool') : { depth => 0, %$element, %{ array_of($element) } };
}

# ---- column names --------------------------------------------------------------------------------

my @plain_names = qw(id name status created_at updated_at price amount quantity customer_id order_no email active tags payload
	note kind total currency city zip country a b c x y z is_admin first_name last_name firstName lastName score rank);
my @odd_names = ('key with space', 'we"ird', 'back\\slash', "\xc3\xbc", "\xc3\x9f", 'ABC', 'abc', 'Abc', "tab\there", "line\nbreak", 'a.b', "quo'te", '$1',
	'select', 'a:b', 'a,b', '{', '[x]', "\x01", "\x7f", ' ', ' a', 'a ', '1', 'null', 'true', '/', "del\x08", '\\u0061', '"', '\\', "'");
my @wide_names = ("\xe5\x90\x8d\xe5\x89\x8d", "\xf0\x9f\x98\x80", "e\xcc\x81", "\xe2\x82\xac");

sub name_family
{
	my $stem = pick('abcdefgh', 'sameeigh', 'column_n', 'aaaaaaaa');
	return map { $stem . $_ } ('', 'a', 'b', 'c', 'ab', 'ba', 'aa', '_1', '_2', '_3', '_11', '_12', '_21', 'x' x 8, ('x' x 7) . 'y', 'y' . ('x' x 7), 'z' x 9, 'z' x 24, 'z' x 25);
}

sub prefix_family { my $stem = pick('abcdefghijklmnopqrstuvwxyz', 'aaaaaaaaaaaaaaaaaaaaaaaaaa', 'identifier_of_customer'); return map { substr $stem, 0, $_ } 1 .. length $stem; }

sub long_family
{
	my $long = 'long_' . ('n' x 58);
	return ($long, substr($long, 0, 62), substr($long, 0, 61), substr($long, 0, 62) . 'm', 'm' . substr($long, 1), substr($long, 0, 30) . 'm' . substr($long, 31), ('w' x 61) . "\xc3\xa9", 'l', 'lo');
}

sub column_names
{
	my ($count) = @_;
	my @families = ([ @plain_names ], [ @plain_names ], [ map { "c$_" } 1 .. 70 ], [ map { "column_$_" } 1 .. 70 ], [ name_family() ], [ prefix_family() ], [ long_family() ],
		[ @odd_names, $Json::not_loadable ? () : @wide_names ]);
	my @names = Json::shuffled(@{ pick(@families) });
	push @names, Json::shuffled(map { @$_ } @families);
	my %seen;
	return (grep { length && !$seen{$_}++ } @names)[ 0 .. $count - 1 ];
}

# ---- row types -----------------------------------------------------------------------------------

sub column_list { my ($separator, @columns) = @_; return join ', ', map { quote_ident($_->{name}) . " $_->{sql}" . ($_->{suffix} || '') } @columns; }

sub composite_ddl
{
	my ($sql, @columns) = @_;
	return ("create type $sql as (" . column_list(', ', @columns) . ');') if !@columns || !chance(0.2);
	my @with = (@columns);
	splice @with, between(0, scalar @with), 0, { name => 'dropped one', sql => pick('int4', 'text', 'int8', 'bool') };
	my $last = chance(0.5) && @with > 2 ? pop @with : undef;    # a column added after another was dropped
	my @sql = ("create type $sql as (" . column_list(', ', grep { $_ } @with) . ');');
	push @sql, "alter type $sql drop attribute \"dropped one\";" if grep { $_->{name} eq 'dropped one' } @with;
	push @sql, "alter type $sql add attribute " . column_list('', $last) . ';' if $last && $last->{name} ne 'dropped one';
	return @sql;
}

sub table_ddl
{
	my ($sql, @columns) = @_;
	my @sql;
	if (chance(0.25) && @columns > 2)
	{
		my $half = int(@columns / 2);
		push @sql, "create table ${sql}_parent (" . column_list(', ', @columns[ 0 .. $half - 1 ]) . ');';
		push @sql, "create table $sql (" . column_list(', ', @columns[ $half .. $#columns ]) . ") inherits (${sql}_parent);";
	}
	else { push @sql, "create table $sql (" . column_list(', ', @columns) . ');'; }
	push @sql, "alter table $sql add column \"dropped two\" int8 default 5;", "alter table $sql drop column \"dropped two\";" if chance(0.4);
	push @sql, "alter table $sql add column \"made\" int4 generated always as identity;" if chance(0.15);
	push @sql, "alter table $sql add column \"twice\" int4 generated always as (3 * 2) stored;" if chance(0.15);
	return @sql;
}

# the shape of this type's documents: what stays and what changes from one to the next
sub profile
{
	my $turn = rand();
	return { oddness => 0.004, missing => pick(0, 0, 0.05), null => pick(0, 0.03, 0.1), unknown => pick(0, 0, 0.1), change => 0.02, break => 0.05 } if $turn < 0.4;
	return { oddness => 0.01, missing => 0.1, null => 0.1, unknown => 0.5, change => 0.05, break => 0.15, bulk => 0.3 } if $turn < 0.5;
	return { oddness => 0.02, missing => 0.15, null => 0.1, unknown => 0.25, change => 0.06, break => 0.1 } if $turn < 0.8;
	return { oddness => 0.08, missing => 0.3, null => 0.15, unknown => 0.4, change => 1, break => 0.15 };
}

sub add_type
{
	my ($self, $count, $make_column) = @_;
	my $number = @{ $self->{types} } + 1;
	my @names = column_names($count);
	my @columns = map { { depth => 0, %{ $make_column->($_) }, name => $names[$_] } } 0 .. $count - 1;
	my ($depth) = sort { $b <=> $a } 0, map { $_->{depth} } @columns;
	my $type = { id => "t$number", sql => "t$number", columns => \@columns, depth => $depth, profile => profile(), listable => 1 };
	my $is_table = chance(0.3) && !grep { $_->{name} =~ /^(ctid|xmin|made|twice)$/ } @columns;
	$type->{ddl} = [ $is_table ? table_ddl($type->{sql}, @columns) : composite_ddl($type->{sql}, @columns) ];
	$self->domain_over($type) if chance(0.08) && @columns && $columns[0]{sql} ne 'json' && $columns[0]{sql} ne 'xml';
	push @{ $self->{types} }, $type;
}

sub domain_over
{
	my ($self, $type) = @_;
	my $first = quote_ident($type->{columns}[0]{name});
	my $check = pick('', " check ((value).$first is not null)", ' not null', " check (value is null or (value).$first is not null)");
	push @{ $type->{ddl} }, "create domain d_$type->{id} as $type->{sql}$check;";
	$type->{sql} = "d_$type->{id}";
	$type->{listable} = 0;
}

sub make_types
{
	my ($self) = @_;
	my @ord10 = qw(int8 text numeric_5_2 timestamptz bool int4 float8 uuid varchar date);
	$self->add_type(10, sub { scalar_column($ord10[ $_[0] ]) });
	$self->add_type(0, sub { });
	for (1 .. int($self->{type_count} / 25) + 1)
	{
		$self->add_type(between(1, 12), sub { scalar_column(pick(@{ $self->{ordered_scalars} })) });
		$self->{types}[-1]{surprise} = 0;
	}
	my @rest = Json::shuffled(@{ $self->{scalars} });
	while (@{ $self->{types} } < $self->{type_count})
	{
		# each scalar type has its turn, however few row types there are
		my @due = splice @rest, 0, int(@{ $self->{scalars} } / $self->{type_count}) + 1;
		my $count = chance(0.04) ? between(40, 65) : between(@due > 0 ? scalar @due : 1, 12 + @due);
		$self->add_type($count, sub { @due ? scalar_column(shift @due) : $self->random_column });
	}
}

# ---- documents -----------------------------------------------------------------------------------

sub near_name
{
	my (@columns) = @_;
	return pick(@plain_names, @odd_names) if !@columns || chance(0.4);
	my $name = pick(@columns)->{name};
	return pick("${name}x", "x$name", "$name ", " $name", uc $name, lc $name, "${name}1", $name . ('y' x 60), substr($name, 0, between(0, length($name) - 1)), "\\$name", "\"$name\"", reverse $name);
}

my @hostile_values = ('="\\u0000"', '="\\ud800"', '="\\udc00\\ud800"', '={"a":"\\u0000"}', '=["\\ud83d"]', '={"\\u0000":1}', '="\\u0001"');

sub unknown_member
{
	my ($bulk, @columns) = @_;
	my $name = near_name(@columns);
	return [ 'bulk', [ 'array', map { Values::tree(4) } 1 .. between(20, 120) ] ] if chance($bulk);
	$name = 'unknown' if !utf8::decode(my $copy = $name);    # a cut in the middle of a character
	my $value = chance(0.015) ? Json::node(pick(@hostile_values)) : chance(0.5) ? Values::tree(pick(1, 2, 4)) : Json::node(Values::alien());
	return chance(0.01) ? [ $name, $value, '"\\u0000"' ] : [ $name, $value ];
}

sub column_order { my (@columns) = @_; return Json::shuffled(0 .. $#columns); }

# an object for the type; order: undef = as declared, a list of column numbers, or 1 = shuffled now
sub object_for
{
	my ($type, %how) = @_;
	my @columns = @{ $type->{columns} };
	my @order = !defined $how{order} ? (0 .. $#columns) : ref $how{order} ? @{ $how{order} } : column_order(@columns);
	my @members;
	for my $column (map { $columns[$_] } @order)
	{
		my $kept = $column->{not_null} ? 0.2 : 1;
		next if chance($how{missing} * $kept);
		push @members, [ $column->{name}, chance($how{null} * $kept) ? [ 'raw', 'null' ] : $column->{make}->($how{oddness}) ];
	}
	while (chance($how{unknown})) { splice @members, between(0, scalar @members), 0, unknown_member($how{bulk} || 0, @columns); }
	add_duplicates(\@members, $type, $how{oddness}) if chance($how{duplicates} || 0);
	return [ 'object', @members ];
}

sub add_duplicates
{
	my ($members, $type) = @_;
	return if !@{ $type->{columns} };
	for (1 .. between(1, 3))
	{
		my $column = pick(@{ $type->{columns} });
		my $value = chance(0.6) ? Json::node(Values::alien()) : $column->{make}->(0.1);
		# mostly before the good one, which then has to win
		splice @$members, chance(0.8) ? 0 : between(0, scalar @$members), 0, [ $column->{name}, $value ];
	}
}

my @odd_roots = ('', ' ', 'null', 'true', '1', '"x"', '[]', '[1]', '[{}]', '{}', ' {} ', "{ \n}", '[null]', '[[]]', '[{},1]', '[{},null]', '"{}"', '-', '1 2', '{}{}', 'nul', '{"":1}', '[{}', '[{},]', '[{}]]', '{}]',
	'[{"a":1}]', '[[{"a":1}]]', '[{"a":1},[]]', '[{"a":1},"x"]', '[{"a":1}', '[{"a":1}] x', '{"a":{"a":1}}', '[{"a":{"a":2},"a":null}]', "\xef\xbb\xbf{}", "\x01");

# Documents in the order of columns, as the pass that writes while it scans wants them, with one surprise: at each member
# in turn.  Between two of them there are plain ones, or the pass would be left alone for long.
my @surprises = (
	sub { my ($members, $at) = @_; splice @$members, $at, 1; },    # missing
	sub { my ($members, $at) = @_; splice @$members, $at, between(1, 3); },
	sub { my ($members, $at, $type) = @_; splice @$members, $at, 0, unknown_member(0, @{ $type->{columns} }); },
	sub { my ($members, $at) = @_; splice @$members, $at, 0, [ $members->[$at][0], Json::node(Values::alien()) ]; },    # the same key again
	sub { my ($members, $at) = @_; push @$members, [ $members->[$at][0], Json::node(Values::alien()) ]; },
	sub { my ($members, $at) = @_; splice @$members, between(0, $#$members), 0, splice @$members, $at, 1; },    # elsewhere
	sub { my ($members, $at, $type) = @_; $members->[$at][1] = $type->{columns}[$at]{make}->(1); },    # odd
	sub { my ($members, $at) = @_; $members->[$at][1] = Json::node(Values::alien()); },
	sub { my ($members, $at) = @_; $members->[$at][1] = [ 'raw', 'null' ]; },
	sub { my ($members, $at) = @_; $members->[$at][2] = eager($members->[$at][0]); },    # escapes in the key, in the value
	sub { my ($members, $at) = @_; my $value = $members->[$at][1]; $members->[$at][1] = [ 'raw', eager($value->[1]) ] if $value->[0] eq 'string'; },
	sub { my ($members, $at) = @_; $members->[$at][1] = [ 'raw', spaced(Json::write_node($members->[$at][1], Json::style('compact'))) ]; },
	sub { my ($members, $at) = @_; my $name = Json::write_node([ 'string', $members->[$at][0] ], Json::style('compact')); $members->[$at][2] = spaced($name); },
);

sub eager { my ($bytes) = @_; return Json::encode($bytes, pick(0.1, 0.5, 1)); }
sub spaced { my ($text) = @_; return pick('', ' ', "\n", "\t ", '     ') . $text . pick('', ' ', "\r\n", ' ' x 20); }

# the text up to the member that is at $at, less some bytes of its end
sub cut_text
{
	my ($style, $at, @members) = @_;
	my $text = Json::write_node([ 'object', @members[ 0 .. $at ] ], $style);
	return Json::whole_characters(substr($text, 0, length($text) - 1 - int rand(pick(2, 8, 40)))) . pick('', '', '', '}', '"}', ',');
}

sub ordered_document
{
	my ($type) = @_;
	my $turn = $type->{surprise}++;
	my @members = @{ object_for($type, oddness => 0, missing => 0, null => 0, unknown => 0) };
	shift @members;
	my $style = $type->{style} = $turn % 60 && $type->{style} || Json::random_style();
	return Json::write_node([ 'object', @members ], $style) if $turn % 3;
	my $at = ($turn / 3) % @members;
	return cut_text($style, $at, @members) if chance(0.12);
	pick(@surprises)->(\@members, $at, $type);
	return Json::write_node([ 'object', @members ], $style);
}

sub document
{
	my ($self, $type) = @_;
	return ordered_document($type) if defined $type->{surprise};
	my $profile = $type->{profile};
	if (!$type->{style} || chance($profile->{change})) { $type->{style} = Json::random_style(); }
	if (!$type->{order} || chance($profile->{change})) { $type->{order} = chance(0.4) ? [ 0 .. $#{ $type->{columns} } ] : [ column_order(@{ $type->{columns} }) ]; }
	return pick(@odd_roots) if chance(0.02);
	my $node = object_for($type, %$profile, order => $type->{order}, duplicates => chance(0.08));
	$node = huge($node) if chance(0.002);
	my $text = Json::write_node($node, $type->{style});
	$text = pick(' ', "\n", "\t \r\n") . $text . pick('', ' ', "\n\n") if chance(0.05);
	return chance($profile->{break}) ? Json::break_text($text) : $text;
}

# an object with one very long string or one very long list in it
sub huge
{
	my ($node) = @_;
	my $string = join '', map { pick('abc ', 'x', '\\', '"', "\xc3\xa9", 'lorem ipsum ') } 1 .. pick(500, 500, 5000, 20000);
	my $value = chance(0.7) ? [ 'string', $string ] : [ 'array', map { [ 'raw', $_ ] } 1 .. between(200, 5000) ];
	my @members = @{$node}[ 1 .. $#$node ];
	if (@members && chance(0.6)) { pick(@members)->[1] = $value; }
	else { push @members, [ 'huge', $value ]; }
	return [ 'object', @members ];
}

sub document_set
{
	my ($self, $type) = @_;
	return pick(@odd_roots) if chance(0.05);
	return '[' . join(pick(',', ', ', ",\n"), map { ordered_document($type) } 1 .. pick(1, 2, 3, 5, 8, 20)) . ']' if defined $type->{surprise};
	my %calm = (%{ $type->{profile} }, oddness => $type->{profile}{oddness} / 3);
	my $node = [ 'array', map { chance(0.015) ? Json::node(Values::alien()) : object_for($type, %calm, order => $type->{order}, duplicates => 0.04) } 1 .. pick(0, 1, 2, 3, 3, 5, 8, 20) ];
	my $text = Json::write_node($node, $type->{style} || Json::random_style());
	return chance($calm{break}) ? Json::break_text($text) : $text;
}

# ---- SQL -----------------------------------------------------------------------------------------

my @settings = (
	[ 'datestyle', 'ISO, MDY', 'ISO, MDY', 'ISO, DMY', 'ISO, YMD', 'SQL, DMY', 'German, DMY', 'Postgres, MDY' ],
	[ 'timezone', 'UTC', 'UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', '+05:30' ],
	[ 'intervalstyle', 'postgres', 'postgres', 'iso_8601', 'sql_standard', 'postgres_verbose' ],
	[ 'extra_float_digits', '1', '1', '0', '-5', '3' ],
	[ 'timezone_abbreviations', 'Default', 'Default', 'Australia', 'India' ],
	[ 'bytea_output', 'hex', 'escape' ],
	[ 'xmloption', 'content', 'document' ],
);

sub random_settings { return map { my ($name, @values) = @$_; ($name, pick(@values)) } @settings; }

sub type_sql
{
	my ($type) = @_;
	my @columns = @{ $type->{columns} };
	my $list = $type->{listable} && @columns ? quote_literal(column_list(', ', @columns)) : 'null';
	my $settings = 'array[' . join(', ', map { quote_literal($_) } random_settings()) . ']';
	my $ddl = join "\n", @{ $type->{ddl} };
	my @sql = (@{ $type->{ddl} });
	push @sql, 'insert into diff.types values (' . join(', ', map({ quote_literal($_) } $type->{id}, $type->{sql}), $list, $settings, quote_literal($ddl)) . ');';
	push @sql, map { 'insert into diff.columns values (' . join(', ', map({ quote_literal($_) } $type->{id}, $_->{name}, $_->{sql}), $_->{native}) . ');' } @columns;
	push @sql, "create table diff.base_$type->{id} (n int primary key, b $type->{sql});";
	for my $n (1 .. 3)
	{
		my $doc = Json::write_node(object_for($type, oddness => 0, missing => $n == 1 ? 0 : 0.4, null => $n == 1 ? 0 : 0.2, unknown => 0), Json::style('compact'));
		push @sql, "insert into diff.base_$type->{id} select $n, json_populate_record(null::$type->{sql}, " . quote_literal($doc) . ');';
	}
	return @sql;
}

sub copy_escape { my ($text) = @_; $text =~ s/([\\\n\r\t])/$1 eq '\\' ? '\\\\' : $1 eq "\n" ? '\\n' : $1 eq "\r" ? '\\r' : '\\t'/ge; return $text; }

sub loadable_characters
{
	my ($bytes) = @_;
	utf8::decode($bytes);
	$bytes =~ s/$Json::not_loadable/?/g;
	utf8::encode($bytes);
	return $bytes;
}

sub copy_line
{
	my ($type, $is_set, $doc) = @_;
	my $base = chance(0.55) ? 0 : between(1, 3);
	$doc = loadable_characters($doc) if $Json::not_loadable;
	return join("\t", $type->{id}, $base, $is_set ? 't' : 'f', copy_escape($doc)) . "\n";
}

# the whole script that makes types, bases and documents
sub script
{
	my ($self) = @_;
	$self->make_types;
	my @lines = ("set client_min_messages = error;\n", map { "$_\n" } $self->fixed_ddl, map { type_sql($_) } @{ $self->{types} });
	my $each = int($self->{document_count} / @{ $self->{types} }) + 1;
	push @lines, "copy diff.docs (typ, base, is_set, doc) from stdin;\n";
	for my $type (@{ $self->{types} })
	{
		for my $n (1 .. $each)
		{
			my $is_set = $n % 8 == 0;
			push @lines, copy_line($type, $is_set, $is_set ? $self->document_set($type) : $self->document($type));
		}
	}
	push @lines, "\\.\n", "select diff.prepare_documents();\n";
	return join '', @lines;
}

1;
