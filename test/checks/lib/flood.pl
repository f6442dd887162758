#!/usr/bin/env perl
# Keys of eight letters that the matcher's hash puts into one place of a table of up to 2048: src/matcher.c hash_key(), whose
# arithmetic is done here once more. Should it change there, the keys are ordinary ones and 86_security.sh says that the
# flood is none.
#
#   flood.pl NUMBER    prints so many keys, one a line
use strict;
use warnings;

my ($number) = @ARGV;
my $place;
my $i = 0;

# What hash_key() makes of a key of eight bytes. Products are taken modulo 2^64; shifts are not arithmetic.
sub hash
{
    my ($key) = @_;
    my $bytes = 8 ^ unpack('Q<', $key);
    my $product;
    { use integer; $product = $bytes * -7046029254386353131; }
    $product = ($product ^ ($product >> 32));
    { use integer; $product = $product * -2960836687051489901; }
    return $product >> 32;
}

while ($number > 0)
{
    my $key = join '', map { chr(97 + int($i / 26**$_) % 26) } 0 .. 7;
    $i++;
    next if (hash($key) & 2047) != 0;
    print "$key\n";
    $number--;
}
