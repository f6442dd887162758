# JSON text as trees and styles: what the generator builds documents from.
#
# A node is ['raw', text] (a token as it stands), ['string', bytes] (encoded when written),
# ['object', [key, node], ...] or ['array', node, ...].  A style decides white space and how
# eagerly characters are escaped, so that one tree gives many texts with the same meaning.
# Everything is bytes of UTF-8; nothing here knows PostgreSQL.
package Json;

use strict;
use warnings;

our $not_loadable;    # a pattern: characters that the database's encoding lacks, or undef; escapes may still spell them

sub chance { return rand() < $_[0]; }
sub pick { return $_[ int rand @_ ]; }

sub between
{
	my ($low, $high) = @_;
	return $low + int rand($high - $low + 1);
}

sub shuffled
{
	my @list = @_;
	for (my $i = $#list; $i > 0; $i--)
	{
		my $j = int rand($i + 1);
		@list[ $i, $j ] = @list[ $j, $i ];
	}
	return @list;
}

# '=text' is a raw token, anything else the content of a string, a reference is a node already
sub node
{
	my ($value) = @_;
	return $value if ref $value;
	return [ 'raw', substr($value, 1) ] if substr($value, 0, 1) eq '=';
	return [ 'string', $value ];
}

my %short = (
	'"' => '\\"', '\\' => '\\\\', "\b" => '\\b', "\f" => '\\f',
	"\n" => '\\n', "\r" => '\\r', "\t" => '\\t');

sub unicode_escape
{
	my ($code) = @_;
	my $format = pick('\\u%04x', '\\u%04X');
	return sprintf($format, $code) if $code < 0x10000;
	$code -= 0x10000;
	return sprintf("$format$format", 0xd800 + ($code >> 10), 0xdc00 + ($code & 0x3ff));
}

# one JSON string; $eagerness is the share of characters escaped without need
sub encode
{
	my ($bytes, $eagerness) = @_;
	return "\"$bytes\"" if !$eagerness && $bytes !~ /["\\\x00-\x1f]/;
	my $text = $bytes;
	utf8::decode($text);
	my $out = '';
	for my $char (split //, $text)
	{
		my $code = ord $char;
		my $forced = $code < 0x20 || $char eq '"' || $char eq '\\';
		if ($forced && exists $short{$char} && !chance($eagerness)) { $out .= $short{$char}; }
		elsif (!$forced && $char eq '/' && chance($eagerness)) { $out .= '\\/'; }
		elsif ($forced || ($eagerness && chance($eagerness))) { $out .= unicode_escape($code); }
		else { $out .= $char; }
	}
	utf8::encode($out);
	return "\"$out\"";
}

my @wild_space = ('', '', ' ', "\t", "\n", "\r\n", '   ', " \t\n");

sub style
{
	my ($name) = @_;
	my $eagerness = pick(0, 0, 0, 0, 0.03, 0.3);
	my %style = (name => $name, eagerness => $eagerness, colon => ':', comma => ',', indent => undef);
	if ($name eq 'spaced') { @style{qw(colon comma)} = (': ', ', '); }
	elsif ($name eq 'spaced_colon') { $style{colon} = ': '; }
	elsif ($name eq 'space_before_colon') { $style{colon} = ' : '; }
	elsif ($name eq 'pretty') { @style{qw(colon indent)} = (': ', '  '); }
	elsif ($name eq 'tabs') { @style{qw(colon indent)} = (":\t", "\t"); }
	return \%style;
}

sub random_style
{
	return style(pick(qw(compact compact compact spaced spaced spaced_colon space_before_colon pretty tabs wild)));
}

sub separator
{
	my ($style, $char, $depth) = @_;
	return pick(@wild_space) . $char . pick(@wild_space) if $style->{name} eq 'wild';
	return $style->{colon} if $char eq ':';
	my $line = defined $style->{indent} ? "\n" . $style->{indent} x $depth : '';
	return $char eq ',' && !$line ? $style->{comma} : $char eq ',' ? ",$line" : $line;
}

sub write_node
{
	my ($node, $style, $depth) = @_;
	$depth ||= 0;
	my ($kind, @rest) = @$node;
	return $rest[0] if $kind eq 'raw';
	return encode($rest[0], $style->{eagerness}) if $kind eq 'string';
	my @parts = $kind eq 'array'
	  ? map { write_node($_, $style, $depth + 1) } @rest
	  : map { write_member($_, $style, $depth + 1) } @rest;
	my ($open, $close) = $kind eq 'array' ? ('[', ']') : ('{', '}');
	return $open . ($style->{name} eq 'wild' ? pick(@wild_space) : '') . $close if !@parts;
	return $open . separator($style, '', $depth + 1)
	  . join(separator($style, ',', $depth + 1), @parts)
	  . separator($style, '', $depth) . $close;
}

sub write_member
{
	my ($member, $style, $depth) = @_;
	my ($key, $value, $raw_key) = @$member;
	return (defined $raw_key ? $raw_key : encode($key, $style->{eagerness}))
	  . separator($style, ':', $depth) . write_node($value, $style, $depth);
}

# ---- texts that are not quite JSON -----------------------------------------------------------

# drops the bytes of a character that was cut in the middle
sub whole_characters
{
	my ($bytes) = @_;
	$bytes =~ s/[\xc0-\xff][\x80-\xbf]*\z// if $bytes =~ /[\x80-\xff]\z/ && !utf8::decode(my $copy = $bytes);
	return $bytes;
}

sub character_offsets
{
	my ($bytes) = @_;
	my @offsets;
	while ($bytes =~ /[\x00-\x7f\xc0-\xff]/g) { push @offsets, pos($bytes) - 1; }
	return @offsets;
}

# replaces the whole character at a random place
sub replace_character
{
	my ($bytes, $new) = @_;
	my @offsets = character_offsets($bytes);
	return $new if !@offsets;
	my $at = pick(@offsets);
	my $length = 1;
	$length++ while $at + $length < length($bytes) && substr($bytes, $at + $length, 1) =~ /[\x80-\xbf]/;
	substr($bytes, $at, $length) = $new;
	return $bytes;
}

sub insert_at_character
{
	my ($bytes, $new) = @_;
	my $at = pick(character_offsets($bytes), length $bytes);
	substr($bytes, $at, 0) = $new;
	return $bytes;
}

sub insert_in_string
{
	my ($bytes, $new) = @_;
	my @places;
	while ($bytes =~ /"(?:[^"\\]|\\.)*"/gs) { push @places, pos($bytes) - 1; }
	return insert_at_character($bytes, $new) if !@places;
	substr($bytes, pick(@places), 0) = $new;
	return $bytes;
}

my @stray = ('{', '}', '[', ']', ',', ':', '"', '\\', '0', '1', '-', '+', '.', 'e', 't', 'n', ' ', "\n", "\x01", "\x1f", "\x7f", '/', "'");
my @bad_in_string = ("\n", "\t", "\x01", "\x1f", '\\q', '\\u12', '\\u12g4', '\\U0041', '\\', '\\x41', "\\u", '\\uD800', '\\udc00',
	'\\ud800\\u0041', '\\ud800\\ud800', '\\udc00\\ud800', '\\u0000', '\\ud83d x', '\\ud83d\\n');
my @trailers = ('x', ' 1', '}', ']', ',', '{}', 'null', "\x01", '/* c */', '// c', "\xc2\xa0", "\xef\xbb\xbf", '"', '"open', '\\', '-', '1e');

my @breakers = (
	sub { whole_characters(substr($_[0], 0, int rand(length($_[0]) + 1))) },
	sub { replace_character($_[0], '') },
	sub { replace_character($_[0], pick(@stray)) },
	sub { insert_at_character($_[0], pick(@stray)) },
	sub { $_[0] . pick(@trailers) },
	sub { pick("\xef\xbb\xbf", 'x', ' ', "\n", ',', "\xc2\xa0", "\x0b", "\x0c", '1 ', '""') . $_[0] },
	sub { insert_in_string($_[0], pick(@bad_in_string)) },
	sub { insert_in_string($_[0], pick(@bad_in_string)) },
	sub { my $t = $_[0]; $t =~ s/([:\[,]\s*)(-?)(\d)/$1 . $2 . pick('0', '+', '00', '.', '-', '0x') . $3/e; $t },
	sub { my $t = $_[0]; $t =~ s/(\d)(\s*[,\]\}])/$1 . pick('.', 'e', 'e+', 'E-', '.e1', 'f', 'L', '1.2.3', 'e1.5') . $2/e; $t },
	sub { my $t = $_[0]; $t =~ s/([,:]\s*)[^,:{}\[\]]+(?=[,}\]])/$1 . pick('NaN', 'Infinity', '-Infinity', 'nul', 'True', 'nullx', 'tru', 'undefined', "'x'", '')/e; $t },
	sub { my $t = $_[0]; $t =~ s/,/pick(',,', ';', ' ', ', ,', ':')/e; $t },
	sub { my $t = $_[0]; $t =~ s/:/pick('::', '=', ' ', ',', '=>')/e; $t },
	sub { my $t = $_[0]; $t =~ s/([}\]])(\s*)\z/pick(',', ',,', ':', ' ,', ']', '}') . $1 . $2/e; $t },
	sub { my $t = $_[0]; $t =~ s/"([a-z_0-9]*)"/pick("'$1'", $1, "\"$1", "$1\"", "`$1`")/e; $t },
);

sub break_text
{
	my ($text) = @_;
	$text = pick(@breakers)->($text);
	$text = pick(@breakers)->($text) if chance(0.15);
	$text =~ tr/\x00//d;
	return $text;
}

1;
