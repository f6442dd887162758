#!/usr/bin/env perl
# sections.pl LABEL STOCK JBIND: compares two outputs of one script section by section and prints what differs.
#
# A section begins with a line "== name"; the last one is "end". A line with WRONG in either output is a difference too: the
# script's own claims failed. The last line printed is "EQUAL DIFFERENT", two numbers.
use strict;
use warnings;

my ($label, @files) = @ARGV;
my (@sections, @order);

for my $side (0, 1)
{
    my $name = 'before the first section';
    open my $in, '<', $files[$side] or die "$files[$side]: $!";
    while (<$in>)
    {
        if (/^== (.*)$/)
        {
            $name = $1;
            push @order, $name unless $side;
            next;
        }
        push @{ $sections[$side]{$name} }, $_;
    }
}

my ($equal, $different) = (0, 0);
for my $name ('before the first section', @order)
{
    my ($stock, $jbind) = map { $_->{$name} || [] } @sections;
    my $n = 0;
    $n++ while $n < @$stock && $n < @$jbind && $stock->[$n] eq $jbind->[$n] && $stock->[$n] !~ /WRONG/;
    if ($n == @$stock && $n == @$jbind)
    {
        $equal++;
        next;
    }
    $different++;
    print "FAILED  $name ($label), line ", $n + 1, "\n",
      map({ "      before: $_" } @{$stock}[ ($n > 2 ? $n - 2 : 0) .. $n - 1 ]),
      map({ "      stock:  $_" } grep { defined } @{$stock}[ $n .. $n + 2 ]),
      map({ "      jbind:  $_" } grep { defined } @{$jbind}[ $n .. $n + 2 ]);
}
if (!@order || $order[-1] ne 'end')
{
    print "FAILED  the stock run did not reach its end ($label)\n";
    $different++;
}
print "$equal $different\n";
