/**
 * The library tries a message with one session after the other, the newest first, and what it tries in vain it advances all the same: a
 * new session that the other side has not answered yet is useless then, and nobody can read what is said in it. So whatever did not open
 * the message is put back as it was.
 */

/** What the library keeps of one person: sessions, each of which says when it opened something last. */
type KeptSessions = {
  readonly _sessions: Readonly<Record<string, { readonly indexInfo: { readonly used: number } }>>
}

/** The sessions after a message was opened, with only that one advanced that opened it. */
export function leaveNoTrace(before: KeptSessions, after: KeptSessions): KeptSessions {
  const opened = (name: string) => after._sessions[name]?.indexInfo.used !== before._sessions[name]?.indexInfo.used
  if (!Object.keys(after._sessions).some(opened)) return after
  const sessions = Object.entries(after._sessions).map(
    ([name, session]) => [name, opened(name) ? session : (before._sessions[name] ?? session)] as const,
  )
  return { ...after, _sessions: Object.fromEntries(sessions) }
}
