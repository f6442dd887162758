#!/usr/bin/perl
# The differential test: jbind against stock on seeded random row types, bases and documents.
#
#   differential.pl [--seed N] [--documents N] [--types N] [--jobs N] [--encoding E] [--timeout SECONDS] [--setup FILE] [--keep]
#
# Needs a running server (PGHOST, PGPORT, PGUSER: a superuser).  Each job makes a database of its own
# from its own part of the seed.  --setup gives SQL that makes jbind's functions instead of CREATE
# EXTENSION jbind: that is how the test itself is tested.  The same seed and counts give the same run.
# Last line: N passed, N failed; a difference is shrunk and printed before it.
use strict;
use warnings;

use FindBin;
use lib $FindBin::Bin;
use Getopt::Long;

use Generator;
use Server;
use Shrink;

my %option = (seed => int(time) % 1000000, documents => 20000, types => 100, jobs => 2, encoding => 'UTF8', timeout => 120, reports => 6);
GetOptions(\%option, 'seed=i', 'documents=i', 'types=i', 'jobs=i', 'encoding=s', 'timeout=i', 'setup=s', 'reports=i', 'keep') or exit 2;

sub say_line { print join('', @_), "\n"; }

# ---- one job -------------------------------------------------------------------------------------

sub create_database
{
	my ($server) = @_;
	my $name = $server->{database};
	$server->must("drop database if exists $name;", database => 'postgres');
	my $create = "create database $name encoding '$option{encoding}' template template0";
	my ($status) = $server->run("$create locale 'C.UTF-8';", database => 'postgres', stop => 1);
	$server->must("$create locale 'C';", database => 'postgres') if $status;
}

# the extensions whose types may be columns, if the server has them
sub install
{
	my ($server) = @_;
	my @extensions = grep { !($server->run("create extension $_;", stop => 1))[0] } qw(citext hstore);
	$server->must($option{setup} ? Server::read_file($option{setup}) : 'create extension jbind;');
	$server->must(Server::read_file("$FindBin::Bin/compare.sql"));
	return @extensions;
}

sub load
{
	my ($server, $job, @extensions) = @_;
	srand($option{seed} * 16 + $job);
	my $generator = Generator->new(extensions => \@extensions, type_count => int($option{types} / $option{jobs}) || 1,
		document_count => int($option{documents} / $option{jobs}) || 1);
	my ($status, undef, $errors) = $server->run($generator->script);
	my @broken = grep { /ERROR/ && /(syntax error|does not exist|already exists|specified more than once|copy)/i } split /\n/, $errors;
	die "the generated script failed: @broken[0 .. ($#broken < 3 ? $#broken : 3)]\n" if $status || @broken;
}

my $parallel = '';    # lines of the tally that came from parallel queries

# every (type, fn, form) in one session; returns those that did not run to their end
sub compare_all
{
	my ($server, @cells) = @_;
	my ($crashes, @unfinished) = (0);
	while (@cells && $crashes < 3)
	{
		my $script = join '', map { "\\echo start @$_\nselect diff.use_settings('$_->[0]') \\g /dev/null\nselect 'done' from (select diff.compare('$_->[0]', '$_->[1]', '$_->[2]')) s;\nselect diff.parallel_query('$_->[0]', '$_->[1]', '$_->[2]') where exists (select from diff.accepted where (typ, fn, form) = ('$_->[0]', '$_->[1]', '$_->[2]')) \\gexec\n" } @cells;
		my ($status, $output, $errors) = $server->run($script . "select 'counters', * from diff.counters();\n");
		$parallel .= "$_\n" for $output =~ /^(tally\t.*\tparallel\t.*)$/mg;
		say_line("counters $1") if $output =~ /^counters\t(.*)$/m;
		my %done;
		while ($output =~ /^start (\S+ \S+ \S+)\ndone$/mg) { $done{$1} = 1; }
		my @left = grep { !$done{"@$_"} } @cells;
		if (!$status) { push @unfinished, map { { cell => $_, why => $errors } } @left; last; }
		$server->wait_until_up;
		push @unfinished, { cell => $left[0], why => $errors, crash => 1 };
		$crashes++;
		@cells = @left[ 1 .. $#left ];
	}
	push @unfinished, map { { cell => $_, why => 'given up after three crashes' } } $crashes >= 3 ? @cells : ();
	return @unfinished;
}

sub cells
{
	my ($server) = @_;
	my @list = split /\n/, $server->must('select typ, fn, form from diff.types, diff.available where fn not in (\'record\', \'recordset_from\') or substr(typ, 2)::int % 3 = 0 order by substr(typ, 2)::int, fn, form;');
	return map { [ split /\t/ ] } @list;
}

# ---- reports -------------------------------------------------------------------------------------

# does this list of (base, document) pairs, run in a fresh session, still show a difference (or crash)?
# alone = 1: each is a case of its own and the numbers of those that fail come back
sub failing
{
	my ($server, $cell, $alone, @pairs) = @_;
	my ($typ, $fn, $form) = @$cell;
	my $copy = join '', map { join("\t", $typ, $_->[0], 'f', Generator::copy_escape($_->[1])) . "\n" } @pairs;
	my $function = "diff.${typ}_${fn}_$form";
	my $kind = defined $cell->[3] ? 'diff.kind(stock, jbind) = ' . Generator::quote_literal($cell->[3]) : 'true';
	my $castable = $form eq 'text' ? 'true' : "diff.castable(doc, '$form')";
	my ($status, $output) = $server->run("set client_min_messages = error; begin; create temp table mark as select last_value from diff.docs_id_seq;\n"
		. "copy diff.docs (typ, base, is_set, doc) from stdin;\n$copy\\.\n"
		. "select diff.use_settings('$typ') \\g /dev/null\nset search_path = diff, public; delete from diff.found;\n"
		. "select diff.build(t, '$fn', '$form') from diff.types t where typ = '$typ' and not exists (select from pg_proc where proname = '${typ}_${fn}_$form') \\g /dev/null\n"
		. "select $function(array_agg(id order by id), true) from diff.docs, mark where id > last_value and $castable \\g /dev/null\n"
		. "select 'differs', id - last_value - 1 from diff.found, mark where $kind order by id; select 'end'; rollback;");
	my @hits;    # an array, so that the count comes back in scalar context
	if ($status)
	{
		$server->wait_until_up;
		@hits = $alone && @pairs > 1 ? split_crash($server, $cell, @pairs) : (0);
		return @hits;
	}
	my %hit = map { $_ => 1 } $output =~ /^differs\t(\d+)$/mg;
	@hits = $alone ? sort { $a <=> $b } keys %hit : $hit{$#pairs} ? (0) : ();
	return @hits;
}

# which of the pairs crash the server: asked one by one
sub split_crash
{
	my ($server, $cell, @pairs) = @_;
	for my $i (0 .. $#pairs) { return $i if failing($server, $cell, 1, $pairs[$i]); }
	return ();
}

sub shrink_one
{
	my ($server, $cell, $id) = @_;
	my $deadline = time + 40;
	my ($row) = $server->rows("select base, doc from diff.docs where id = $id");
	my @pair = ($row->{base}, $row->{doc});
	return shrink_among_others($server, $cell, $id, $deadline) if !failing($server, $cell, 1, [ @pair ]);
	my $text = Shrink::document($pair[1], sub { failing($server, $cell, 1, map { [ $pair[0], $_ ] } @_) }, $deadline);
	my $base = $pair[0] && failing($server, $cell, 1, [ 0, $text ]) ? 0 : $pair[0];
	return [ $base, $text ];
}

# the difference needs earlier documents (something was learned): which ones?
sub shrink_among_others
{
	my ($server, $cell, $id, $deadline) = @_;
	my @pairs = map { [ $_->{base}, $_->{doc} ] } $server->rows("select o.base, o.doc from unnest(diff.ids_for('$cell->[0]', '$cell->[1]', '$cell->[2]')) with ordinality u(id, n) join diff.docs o using (id) where n <= (select n from unnest(diff.ids_for('$cell->[0]', '$cell->[1]', '$cell->[2]')) with ordinality v(id, n) where id = $id) order by n");
	my $last = pop @pairs;
	return ([ 'not reproduced', $last ? $last->[1] : '?' ]) if !failing($server, $cell, 0, @pairs, $last);
	my @before = Shrink::sequence(sub { failing($server, $cell, 0, @_, $last) }, $deadline, @pairs);
	return (@before, $last);
}

# the statements that make a type and everything it is made of
sub type_story
{
	my ($server, $typ, $seen) = @_;
	return '' if $seen->{$typ}++;
	my ($ddl) = map { $_->{ddl} } $server->rows("select ddl from diff.types where typ = '$typ'");
	return '' if !defined $ddl;
	return join('', map { type_story($server, $_, $seen) } $ddl =~ /\b(t\d+)\b/g) . "$ddl\n";
}

sub printable { my ($text) = @_; $text =~ s/([\x00-\x08\x0b-\x1f\x7f])/sprintf '<%02x>', ord $1/ge; return length $text > 3000 ? substr($text, 0, 3000) . " ... (" . length($text) . " bytes)" : $text; }

sub answers
{
	my ($server, $cell, $base, $text) = @_;
	my ($typ, $fn, $form) = @$cell;
	my $literal = Generator::quote_literal($text);
	my $query = join ' union all ', map { "select coalesce(diff.outcome('select ' || diff.fill_solo(diff.solo_template('$fn', t.columns), '$fn', '$form', '$_', quote_literal($literal), case when exists (select from diff.base_$typ where n = $base) then '(select b from diff.base_$typ where n = $base)' else 'null::' || sqltype end)), '') a, '$_' e from diff.types t where typ = '$typ'" } qw(stock jbind);
	my ($status, $output) = $server->run("select diff.use_settings('$typ') \\g /dev/null\n$query;");
	return $status ? "(the server crashed)\n" : $output;
}

sub report
{
	my ($server, $number, $difference) = @_;
	my ($typ, $fn, $form, $mode, $id, $stock, $jbind) = @{$difference}{qw(typ fn form mode id stock jbind)};
	say_line("--- difference $number: $fn $form, type $typ, seed $option{seed}, $difference->{count} of this kind");
	say_line("  seen in:  $difference->{places}");
	print printable(type_story($server, $typ, {})) =~ s/^/    /gmr;
	my ($settings) = map { join ' ', @{ $_->{settings} } } $server->rows("select settings from diff.types where typ = '$typ'");
	say_line("  settings: $settings");
	say_line("  stock:    ", printable(defined $stock ? $stock : '-'));
	say_line("  jbind:    ", printable(defined $jbind ? $jbind : '-'));
	return if !defined $id;
	my @pairs = shrink_one($server, [ $typ, $fn, $form, $difference->{kind} ], $id);
	my $what = @pairs > 1 ? 'documents, in this order,' : 'document';
	say_line("  $what shrunk (found as document $id, mode $mode):");
	say_line("    ... ", @pairs - 6, ' more') if @pairs > 6;
	say_line("    base $_->[0]: ", @pairs > 1 ? substr(printable($_->[1]), 0, 600) : printable($_->[1])) for @pairs[ ($#pairs > 5 ? $#pairs - 5 : 0) .. $#pairs ];
	print "  answers to it alone (value, engine):\n", printable(answers($server, [ $typ, $fn, $form ], $pairs[-1][0], $pairs[-1][1])) =~ s/^/    /gmr if $pairs[-1][0] =~ /^\d+$/;
}

# one of each kind of difference, whatever function and form it shows in; the rest is listed with it
sub differences
{
	my ($server) = @_;
	return $server->rows(<<'Q');
		select distinct on (s.kind) typ, fn, form, mode, id, left(stock, 2000) stock, left(jbind, 2000) jbind, case when id is not null then s.kind end kind, count, places
		from (select f.*, diff.kind(stock, jbind) kind, length(d.doc) size from diff.found f left join diff.docs d using (id)) s
			join (select diff.kind(stock, jbind) kind, count(*), string_agg(distinct fn || ' ' || form || ' ' || mode, ', ') places from diff.found group by 1) k on k.kind = s.kind
		order by s.kind, mode <> 'each', size
Q
}

# the document after which the server died
sub crash_report
{
	my ($server, $cell) = @_;
	my ($typ, $fn, $form) = @$cell;
	my @pairs = map { [ $_->{base}, $_->{doc} ] } $server->rows("select base, doc from unnest(diff.ids_for('$typ', '$fn', '$form')) id join diff.docs using (id) order by id");
	my $deadline = time + 40;
	for my $pair (@pairs)
	{
		last if time > $deadline;
		my ($status) = $server->run("select diff.use_settings('$typ') \\g /dev/null\nset search_path = diff, public; select diff.outcome('select ' || diff.fill_solo(diff.solo_template('$fn', t.columns), '$fn', '$form', 'jbind', quote_literal(" . Generator::quote_literal($pair->[1]) . "), 'null::' || sqltype)) from types t where typ = '$typ';");
		next if !$status;
		$server->wait_until_up;
		say_line("  crashes on its own: ", printable($pair->[1]));
		return;
	}
	say_line('  no single document crashes it in a fresh session: it takes a sequence');
}

# ---- the verdict of one job ----------------------------------------------------------------------

sub tally_lines { my ($server) = @_; return map { [ split /\t/ ] } split /\n/, $server->must('select fn, form, mode, sum(total), sum(refused), sum(different) from diff.tally group by 1, 2, 3 order by 1, 2, 3;'); }

sub native_lines { my ($server) = @_; return map { [ split /\t/ ] } split /\n/, $server->must('select wanted, columns, native_readers, missing from diff.native_share();'); }

sub run_job
{
	my ($job) = @_;
	my $server = Server->new("jbind_differential_$job");
	$server->{timeout} = $option{timeout} * 1000;
	$server->{client_encoding} = 'SQL_ASCII' if $option{encoding} eq 'SQL_ASCII';
	create_database($server);
	load($server, $job, install($server));
	my @cells = cells($server);
	my @unfinished = compare_all($server, @cells);
	my $documents = $server->must('select count(*) from diff.docs;') + 0;
	say_line("job documents $documents cells ", scalar @cells);
	say_line("tally @$_") for tally_lines($server);
	print $parallel =~ tr/\t/ /r;
	say_line("native ", join "\t", @$_) for native_lines($server);
	for my $one (@unfinished)
	{
		say_line("unfinished @{ $one->{cell} }", $one->{crash} ? ' (server crash)' : '');
		say_line("  ", printable(substr $one->{why}, 0, 600));
		crash_report($server, $one->{cell}) if $one->{crash};
	}
	my @differences = differences($server);
	say_line("kinds ", scalar @differences);
	my $number = 0;
	for my $difference (@differences) { last if $number >= $option{reports}; report($server, ++$number, $difference); }
	$server->must("drop database $server->{database};", database => 'postgres') if !$option{keep};
}

# ---- all jobs ------------------------------------------------------------------------------------

# starts the jobs; returns what each printed
sub run_jobs
{
	my @pipes;
	for my $job (0 .. $option{jobs} - 1)
	{
		my $pid = open my $pipe, '-|';
		die "cannot fork: $!" if !defined $pid;
		if (!$pid) { binmode STDOUT, ':raw'; eval { run_job($job); 1 } or say_line("broken $@"); exit 0; }
		push @pipes, $pipe;
	}
	return map { local $/; my $pipe = $_; scalar <$pipe> } @pipes;
}

my ($passed, $failed) = (0, 0);

sub check
{
	my ($good, $text) = @_;
	$good ? $passed++ : $failed++;
	say_line($good ? 'ok      ' : 'FAILED  ', $text);
}

# sums over the jobs: "fn form mode" => [compared, refused by stock, different]
sub summed
{
	my ($pattern, @outputs) = @_;
	my %sum;
	for my $output (@outputs)
	{
		while ($output =~ /^$pattern$/mg)
		{
			my ($key, @numbers) = ($1, split ' ', $2);
			$sum{$key}[$_] += $numbers[$_] for 0 .. $#numbers;
		}
	}
	return \%sum;
}

sub check_tallies
{
	my (@outputs) = @_;
	my $tally = summed(qr/tally (\S+ \S+ \S+) (\d+ \d+ \d+)/, @outputs);
	for my $key (sort keys %$tally)
	{
		my ($total, $refused, $different) = @{ $tally->{$key} };
		# in a small run stock may have refused all that some way of asking was to have
		check(!$different && ($total || $option{documents} < 1000), sprintf '%-28s %6d documents, %5d refused by stock, %d different', $key, $total, $refused, $different);
	}
	check(scalar(keys %$tally), 'some function of jbind was compared') if !%$tally;
}

# shares of native columns and of natively read values that make the comparison worth something
sub check_native
{
	my (@outputs) = @_;
	my $native = summed(qr/native (\d)\t(\d+\t\d+)(?:\t.*)?/, @outputs);
	my %missing = map { $_ => 1 } map { split /, / } map { /^native 2\t\d+\t\d+\t(.+)$/m } @outputs;
	my ($columns, $readers) = @{ $native->{2} || [ 0, 0 ] };
	check($columns && $readers >= 0.98 * $columns, "native readers (jbind_describe): $readers of $columns plain columns" . (%missing ? '; stock: ' . join(', ', sort keys %missing) : ''));
	($columns, $readers) = @{ $native->{3} || [ 0, 0 ] };
	check($columns && $readers >= 0.9 * $columns, "native readers with arrays, domains and nested types: $readers of $columns columns");
	my $counters = summed(qr/(counters) (\d+\t\d+\t\d+\t\d+)/, @outputs);
	my ($documents, $by_stock, $stock_values, $values) = @{ $counters->{counters} || [ 0, 0, 0, 0 ] };
	check($documents && $by_stock < 0.2 * $documents, "codecs (jbind_codecs): $documents documents, $by_stock left to stock as a whole");
	check($values && $stock_values < 0.5 * $values, "codecs (jbind_codecs): $stock_values of about $values values read by stock");
}

sub main
{
	$Json::not_loadable = { LATIN1 => qr/[^\x00-\xff]/, EUC_JP => qr/[^\x00-\x7f\xe9\xfc\xdf\x{540d}\x{524d}]/ }->{ $option{encoding} };
	my $start = time;
	say_line("differential test: seed $option{seed}, $option{documents} documents, $option{types} row types, encoding $option{encoding}");
	my @outputs = run_jobs();
	print grep { !/^(tally|native|kinds|counters) / } map { "$_\n" } split /\n/ for @outputs;
	my ($documents, $cells) = @{ summed(qr/job (documents) (\d+)(?: cells \d+)/, @outputs)->{documents} || [0] };
	my $finished = () = join("\n", @outputs) =~ /^kinds \d+$/mg;
	check_tallies(@outputs);
	my @unfinished = grep { /^unfinished /m } @outputs;
	check(!@unfinished, 'every comparison ran to its end');
	check($finished == $option{jobs}, "$finished of $option{jobs} jobs reported");
	check($documents >= $option{documents}, "$documents documents, " . (time - $start) . ' s');
	check_native(@outputs) if !$option{setup} || grep { /^native /m } @outputs;
	say_line("$passed passed, $failed failed");
	exit($failed || !$passed ? 1 : 0);
}

main();
