/**
 * Said on a connection whose end tells others that this process is gone. Where its whole machine is gone, or the way to it, nothing says
 * so: Postgres would ask after two hours, as systems do by default, and until then a dead worker counts as living. So it asks after ten
 * seconds without a word, and gives the connection up when three questions have no answer. On a socket of the same machine it has no meaning.
 */
export const noticeDeath = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * The other way round, for the process itself: it notices within twenty seconds that nobody answers it, before Postgres has given its locks
 * away, and connects anew; by the defaults of its system it would go on for two hours without them.
 */
export const noticeLoss = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
