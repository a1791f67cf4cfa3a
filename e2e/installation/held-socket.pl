#!/usr/bin/perl
# Holds a socket, as systemd does for parley.socket, and runs a command on it again whenever it ends. Prints the port.
use strict;
use warnings;
use POSIX ();
use Socket;

$| = 1;
$^F = 1023; # The socket is for the command, too.
socket(my $socket, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
bind($socket, pack_sockaddr_in(0, INADDR_LOOPBACK)) or die "bind: $!";
listen($socket, 4096) or die "listen: $!";
my ($port) = unpack_sockaddr_in(getsockname($socket));
print "held at $port\n";

my ($child, $ends) = (0, 0);
$SIG{TERM} = sub { $ends = 1; kill 'TERM', $child if $child };
until ($ends) {
  $child = fork() // die "fork: $!";
  if ($child == 0) {
    POSIX::dup2(fileno($socket), 3);
    @ENV{qw(PORT LISTEN_FDS LISTEN_PID)} = ($port, 1, $$);
    exec @ARGV or POSIX::_exit(127);
  }
  waitpid($child, 0);
  last if $? != 0;
}
