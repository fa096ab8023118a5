"""Private MariaDB or MySQL servers with chosen fsync times and link delays, put under load by sysbench; one record per run."""
