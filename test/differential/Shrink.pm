# Makes a failing document small while the failure stays.
#
# Works on tokens, not on a parse tree, so that it serves texts that are not JSON as well.  The caller
# gives a function that takes a list of texts and returns the numbers of those that still fail; a
# round's candidates are asked about together because a question costs a connection.
package Shrink;

use strict;
use warnings;

sub tokens
{
	my ($text) = @_;
	return $text =~ /("(?:[^"\\]|\\.)*"|\s+|[-+.\w]+|[\xc0-\xff][\x80-\xbf]*|.)/gs;
}

# end of the value or group that starts at token $at
sub group_end
{
	my ($at, @tokens) = @_;
	return $at if $tokens[$at] !~ /^[\[{]$/;
	my $depth = 0;
	for my $i ($at .. $#tokens)
	{
		$depth++ if $tokens[$i] =~ /^[\[{]$/;
		$depth-- if $tokens[$i] =~ /^[\]}]$/;
		return $i if $depth == 0;
	}
	return $#tokens;
}

sub without
{
	my ($from, $to, $instead, @tokens) = @_;
	splice @tokens, $from, $to - $from + 1, $instead;
	return join '', @tokens;
}

# members, elements and groups taken out whole, with the comma on one side
sub structural_candidates
{
	my (@tokens) = @_;
	my @texts;
	for my $i (0 .. $#tokens)
	{
		next if $tokens[$i] =~ /^[\s,:\]}]/;
		my $end = group_end($i, @tokens);
		my $next = $end + 1;
		$next++ while $next < @tokens && $tokens[$next] =~ /^\s/;
		if ($next < @tokens && $tokens[$next] eq ':' && $next + 1 < @tokens)
		{
			$next++;
			$next++ while $next < $#tokens && $tokens[$next] =~ /^\s/;
			$end = group_end($next, @tokens);
			$next = $end + 1;
			$next++ while $next < @tokens && $tokens[$next] =~ /^\s/;
		}
		push @texts, without($i, $next, '', @tokens) if $next < @tokens && $tokens[$next] eq ',';
		my $before = $i - 1;
		$before-- while $before >= 0 && $tokens[$before] =~ /^\s/;
		push @texts, without($before, $end, '', @tokens) if $before >= 0 && $tokens[$before] eq ',';
		push @texts, map { without($i, group_end($i, @tokens), $_, @tokens) } ('', '1') if $tokens[$i] =~ /^[\[{]$/;
	}
	return @texts;
}

# the middle of a list of members cut out by halves, quarters ...
sub chunk_candidates
{
	my (@tokens) = @_;
	my @texts;
	for (my $size = int(@tokens / 2); $size >= 1 && @texts < 60; $size = int($size / 2))
	{
		for (my $at = 0; $at + $size <= @tokens; $at += $size) { push @texts, without($at, $at + $size - 1, '', @tokens); }
	}
	return @texts;
}

sub token_candidates
{
	my (@tokens) = @_;
	my @texts;
	for my $i (0 .. $#tokens)
	{
		my $token = $tokens[$i];
		if ($token =~ /^"(.+)"$/s)
		{
			my $half = int(length($1) / 2);
			push @texts, map { without($i, $i, "\"$_\"", @tokens) } ('', substr($1, 0, $half), substr($1, $half), substr($1, 1), substr($1, 0, -1));
		}
		elsif ($token =~ /^\s+$/ && length $token > 1) { push @texts, without($i, $i, ' ', @tokens); }
		elsif ($token =~ /^[-+.\w]{2,}$/) { push @texts, map { without($i, $i, $_, @tokens) } ('1', substr($token, 1), substr($token, 0, -1)); }
		push @texts, without($i, $i, '', @tokens);
	}
	return @texts;
}

sub valid_utf8 { my ($copy) = @_; return utf8::decode($copy); }

# smallest text that still fails
sub document
{
	my ($text, $still_fails, $deadline) = @_;
	my $better = 1;
	while ($better && time < $deadline)
	{
		$better = 0;
		for my $maker (\&chunk_candidates, \&structural_candidates, \&token_candidates)
		{
			my %seen;
			my @texts = grep { length $_ < length $text && !$seen{$_}++ && valid_utf8($_) } $maker->(tokens($text));
			@texts = sort { length $a <=> length $b } @texts;
			splice @texts, 300;
			my @failing = @texts ? $still_fails->(@texts) : ();
			next if !@failing;
			$text = $texts[ $failing[0] ];
			$better = 1;
			last;
		}
	}
	return $text;
}

# smallest part of a list (in order) that still fails
sub sequence
{
	my ($still_fails, $deadline, @list) = @_;
	my $size = int(@list / 2) || 1;
	while (@list && time < $deadline)
	{
		my $cut = 0;
		for (my $at = 0; $at < @list; )
		{
			my @rest = @list;
			splice @rest, $at, $size;
			if ($still_fails->(@rest)) { @list = @rest; $cut = 1; }
			else { $at += $size; }
			last if time >= $deadline;
		}
		last if $size == 1 && !$cut;
		$size = int($size / 2) || 1;
	}
	return @list;
}

1;
