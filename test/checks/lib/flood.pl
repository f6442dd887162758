#!/usr/bin/env perl
# Keys of eight letters that the matcher's hash puts into one place of a table of up to 4096: src/matcher.c hash_key(), whose
# arithmetic is done here once more. Should it change there, the keys are ordinary ones and 86_security.sh says that the
# flood is none.
#
#   flood.pl NUMBER    prints so many keys, one a line
use strict;
use warnings;

my ($number) = @ARGV;
my $place;
my $i = 0;

# of a key of eight bytes: (uint32) (((8 ^ bytes) * 0xD6E8FEB86659FD93) >> 32)
sub hash
{
    my ($key) = @_;
    my $bytes = 8 ^ unpack('Q<', $key);
    use integer;
    my $product = $bytes * 0xD6E8FEB86659FD93;
    no integer;
    return ($product >> 32) & 0xFFFFFFFF;
}

while ($number > 0)
{
    my $key = join '', map { chr(97 + int($i / 26**$_) % 26) } 0 .. 7;
    $i++;
    next if (hash($key) & 4095) != 0;
    print "$key\n";
    $number--;
}
