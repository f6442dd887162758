#!/usr/bin/env perl
# Adds gcov's reports up: coverage.pl FOLDER WANTED <reports. One JSON document a line; files of FOLDER count. Exit 1 below
# WANTED percent.
use strict;
use warnings;
use JSON::PP;

my ($folder, $wanted) = @ARGV;
my (%runs, %function);

sub add_file
{
	my ($file) = @_;
	my ($name) = $file->{file} =~ m{(?:^|/)src/([^/]+)$} or return;

	return unless -e "$folder/$name";
	for my $line (@{ $file->{lines} })
	{
		my $number = $line->{line_number};

		$runs{$name}{$number} = ($runs{$name}{$number} // 0) + $line->{count};
		$function{$name}{$number} = $line->{function_name} // '';
	}
}

# 1, 2, 3, 7 -> 1-3 7; lines of one function that stand together, whatever has no code between
sub ranges
{
	my ($name, @all) = @_;
	my (@missed, $last);

	for my $number (@all)
	{
		if ($runs{$name}{$number}) { $last = undef; next; }
		if (defined $last && $function{$name}{$last} eq $function{$name}{$number}) { $missed[-1][1] = $number; }
		else { push @missed, [ $number, $number, $function{$name}{$number} ]; }
		$last = $number;
	}
	return map { sprintf('  %s:%s %s', $name, $_->[0] == $_->[1] ? $_->[0] : "$_->[0]-$_->[1]", $_->[2]) } @missed;
}

while (my $report = <STDIN>)
{
	add_file($_) for @{ decode_json($report)->{files} };
}
die "coverage.pl: no report of a file in $folder\n" unless %runs;

my ($covered, $total, @uncovered) = (0, 0);
for my $name (sort keys %runs)
{
	my @numbers = sort { $a <=> $b } keys %{ $runs{$name} };
	my $run = grep { $runs{$name}{$_} } @numbers;

	printf("%-20s %5d of %5d lines  %5.1f %%\n", $name, $run, scalar @numbers, 100 * $run / @numbers);
	push @uncovered, ranges($name, @numbers);
	$covered += $run;
	$total += @numbers;
}
print "not covered:\n", map { "$_\n" } @uncovered;
printf("coverage: %d of %d lines, %.1f %%\n", $covered, $total, 100 * $covered / $total);
exit(100 * $covered / $total >= $wanted ? 0 : 1);
