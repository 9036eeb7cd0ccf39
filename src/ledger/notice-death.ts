/**
 * Said on a connection whose end tells others that this process is gone. Where its whole machine is gone, or the way to it, nothing says
 * so: Postgres would ask after two hours, as systems do by default, and until then a dead worker counts as living. So it asks after ten
 * seconds without a word, and gives the connection up when three questions have no answer. On a socket of the same machine it has no meaning.
 */
export const noticeDeath = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
