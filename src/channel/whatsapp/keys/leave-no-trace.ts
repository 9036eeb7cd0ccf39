/**
 * The library tries a message with one session after the other, the newest first, and what it tries in vain it advances all the same: a
 * new session that the other side has not answered yet is useless then, and nobody can read what is said in it. So whatever did not open
 * the message is put back as it was.
 */

type Session = { readonly indexInfo: { readonly used: number } }

/** What the library keeps of one person: sessions, each of which says when it opened something last. */
type KeptSessions = { readonly ['_sessions']: Readonly<Record<string, Session>> }

/** The sessions after a message was opened, with only that one advanced that opened it. */
export function leaveNoTrace(before: KeptSessions, after: KeptSessions): KeptSessions {
  const [old, tried] = [before['_sessions'], after['_sessions']]
  const opened = (name: string) => tried[name]?.indexInfo.used !== old[name]?.indexInfo.used
  if (!Object.keys(tried).some(opened)) return after
  const sessions = Object.entries(tried).map(
    ([name, session]) => [name, opened(name) ? session : (old[name] ?? session)] as const,
  )
  return { ...after, ['_sessions']: Object.fromEntries(sessions) }
}
