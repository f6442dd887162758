# A running server, reached through psql only.
package Server;

use strict;
use warnings;

use File::Temp qw(tempdir);

sub new
{
	my ($class, $database) = @_;
	return bless { database => $database, dir => tempdir(CLEANUP => 1), runs => 0 }, $class;
}

sub read_file
{
	my ($name) = @_;
	open my $in, '<:raw', $name or return '';
	local $/;
	my $text = <$in>;
	return defined $text ? $text : '';
}

# runs SQL in a session of its own; returns (psql's exit status, output, errors)
sub run
{
	my ($self, $sql, %options) = @_;
	my $base = "$self->{dir}/" . $self->{runs}++;
	open my $out, '>:raw', "$base.sql" or die "cannot write $base.sql: $!";
	print $out $sql;
	close $out or die "cannot write $base.sql: $!";
	my $stop = $options{stop} ? 1 : 0;
	my $database = $options{database} || $self->{database};
	local $ENV{PGOPTIONS} = "-c jit=off -c client_min_messages=error -c statement_timeout=" . ($options{timeout} || $self->{timeout} || 120000);
	local $ENV{PGCLIENTENCODING} = $options{encoding} || $self->{client_encoding} || 'UTF8';
	my $status = system("psql -XqAt -F '\t' -v ON_ERROR_STOP=$stop -d $database -f $base.sql >$base.out 2>$base.err");
	my @result = ($status >> 8, read_file("$base.out"), read_file("$base.err"));
	unlink "$base.sql", "$base.out", "$base.err";
	return @result;
}

# SQL that has to succeed; returns its output
sub must
{
	my ($self, $sql, %options) = @_;
	my ($status, $output, $errors) = $self->run($sql, stop => 1, %options);
	die "SQL failed ($status): $errors" if $status;
	return $output;
}

# SQL whose single answer is a JSON array of rows, so that any text comes back unharmed
sub rows
{
	my ($self, $query) = @_;
	my $output = $self->must("copy (select array_to_json(array_agg(r))::text from ($query) r) to stdout;");
	$output =~ s/\\(.)/$1 eq 'n' ? "\n" : $1 eq 't' ? "\t" : $1 eq 'r' ? "\r" : $1 eq 'b' ? "\b" : $1 eq 'N' ? 'null' : $1/ge;
	return @{ decode_json_text($output) || [] };
}

sub decode_json_text
{
	my ($text) = @_;
	require JSON::PP;
	return JSON::PP->new->allow_nonref->latin1->decode($text);
}

# after a crash: until the server takes connections again
sub wait_until_up
{
	my ($self) = @_;
	for (1 .. 120)
	{
		return 1 if system("psql -XqAt -d postgres -c 'select 1' >/dev/null 2>&1") == 0;
		select undef, undef, undef, 0.5;
	}
	die "the server does not come back";
}

1;
