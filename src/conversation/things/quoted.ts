/** A message that quotes another is about what that one was about, before anything else that is open or was mentioned. */
import type { CommandRecord } from '../lookup.ts'
import type { MessageFacts } from '../event.ts'
import { mention, shownBy } from './mentions.ts'
import { reasonName } from '../render/reason-name.ts'
import { summaryOf } from '../render/summary-of.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openPreview } from '../session.ts'

/** What the quoted message was about counts as mentioned last: "it" refers to that. */
export function withQuoted(scene: Scene, { quoted = [] }: MessageFacts): Scene {
  const { now } = scene.context
  return quoted.reduceRight<Scene>((before, record) => {
    const named = shownBy(before, record)
    return { ...before, session: mention(before.session, named, { messageIds: record.messageIds, now }) }
  }, scene)
}

/** Among what the quoted message was about, the command that may be taken back; a read if there is nothing else. */
export function quotedCommandOf({ quoted = [] }: MessageFacts): CommandRecord | null {
  return quoted.find(({ safety }) => safety !== 'read') ?? quoted[0] ?? null
}

/** Whether the preview that is open here is the quoted one. */
export function quotesOpen({ session }: Scene, { quotedCommand }: MessageFacts): boolean {
  const preview = openPreview(session)
  return preview !== null && quotedCommand === preview.commandId
}

/** The command of a quoted preview other than the one that is open here; `null` when no such preview is quoted. */
export function quotedElsewhere(
  { session }: Scene,
  { quotedCommand, quoted = [] }: MessageFacts,
): CommandRecord | null {
  if (quotedCommand === null || quotedCommand === session.pending?.commandId) return null
  return quoted.find(({ commandId }) => commandId === quotedCommand) ?? null
}

/** Says that a quoted preview no longer counts, and why. */
export function overText({ context }: Scene, record: CommandRecord): string {
  const { locale } = context
  const why = reasonName(locale, record.reason ?? 'superseded')
  return say(locale, 'quoted_over', { summary: summaryOf(context, record), why })
}
