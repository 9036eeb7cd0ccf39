import { eventsOf, followUp } from '../../catalogue/contract/contract.ts'
import { folderOfNode } from '../../catalogue/contract/contract-nodes.ts'
import { presentationOf } from '../../catalogue/contract/contract-presentation.ts'
import type { Reply } from '../../channel/reply.ts'
import type { OutcomeFiles } from '../event.ts'
import { endedByAnother } from '../previews/end-asking.ts'
import type { CommandRecord } from '../lookup.ts'
import { forgetMentions, listedBy, listingOf, madeBy, mention, shownBy } from '../things/mentions.ts'
import { showMenu } from '../waiting/menus.ts'
import { withReminder } from '../questions/remind.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { renderFiles } from '../render/render-files.ts'
import { renderOutcome } from '../render/render-outcome.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { isFree, type Session } from '../session.ts'
import { doubtIn } from '../settle-doubt.ts'
import { after, done, type Decision, type Step } from '../step.ts'
import { waitedLines } from '../previews/wish-names.ts'

const noFiles: OutcomeFiles = { made: [], table: null }

/**
 * A command has ended: the person is told how, gets its files and the menu that its contract leads to, and the next thing
 * that they asked for in the same message is taken up.
 */
export function tellOutcome(scene: Scene, record: CommandRecord, files = noFiles): Step {
  const { session, context } = scene
  const isDone = record.status === 'executed'
  const listed = isDone ? listedBy(scene, record) : null
  const known = listed === null ? session : forgetMentions(session, context.locale, listed)
  const shown = listingOf(context.catalogue, record)
  const over = {
    ...mention(known, isDone ? [...shownBy(scene, record), ...madeBy(scene, record)] : doubtIn(record), {
      messageIds: record.messageIds,
      now: context.now,
    }),
    running: session.running === record.commandId ? null : session.running,
    awaited: session.awaited === record.commandId ? null : session.awaited,
    lastDone: isDone && record.safety !== 'read' ? record.ref : session.lastDone,
    lastOver: record.safety === 'read' ? session.lastOver : record.ref,
    listing: shown === null ? session.listing : { ...shown, at: context.now.toISOString() },
  }
  const above = endedByAnother(scene, record)
  if ('kind' in above) return above
  const outcome = renderOutcome(context, record, { table: files.table !== null })
  const reply = { ...outcome, text: [...above, outcome.text].join('\n') }
  const told = withReminder(scene, done(over, [reply], published(context, record)))
  if (told.kind === 'needs') return told
  const all = done(told.session, [...told.replies, ...renderFiles(context, record, files)], told.decisions)
  const folder = folderAfter(context, record)
  if (folder === null || !hasRoomForMenu(all.session)) return all
  return after(all, showMenu({ ...scene, session: all.session }, folder))
}

/** The folder whose menu follows (UJG 10 `outcomes`), or `null`. */
function folderAfter({ catalogue }: Context, { name, outcome }: CommandRecord): string | null {
  const command = catalogue.commands.get(name)
  const node = command === undefined || outcome === null ? null : followUp(command, outcome)
  return node === null ? null : folderOfNode(node)
}

/** A menu would take the numbers from a question, and get between a person and what they are about to decide. */
function hasRoomForMenu(session: Session): boolean {
  return isFree(session) && session.wishes.length === 0
}

/** UJG 10 destinations other than the chat, and the events that the command emits: kept as evidence. */
function published({ catalogue }: Context, { commandId, name, outcome }: CommandRecord): readonly Decision[] {
  const command = catalogue.commands.get(name)
  if (command === undefined || outcome === null) return []
  const also = presentationOf(command, outcome).also.filter((place) => place !== 'download')
  const events = eventsOf(command, outcome)
  if (also.length === 0 && events.length === 0) return []
  return [{ kind: 'note', evidence: 'outcome.published', commandId, facts: { also, events } }]
}

/** Nobody confirmed in time: the command is rejected, and a late answer will get a fresh preview. */
export function expirePending(scene: Scene, commandId: string): Step {
  const { session, context } = scene
  const { pending, wishes } = session
  const decision: Decision = { kind: 'reject', commandId, reason: 'expired' }
  if (pending === null || pending.commandId !== commandId) return done(session, [], [decision])
  const reply: Reply = {
    about: 'info',
    text: [say(context.locale, 'preview_expired', { summary: pending.summary }), ...waitedLines(context, wishes)].join(
      '\n',
    ),
    command: rejectPreview(pending, 'expired').command,
  }
  // The person has gone and is shown nothing more: what waited behind it would be previewed to nobody.
  return done(
    { ...session, pending: { ...pending, lapsed: true }, lastOver: pending.ref, wishes: [] },
    [reply],
    [decision],
  )
}
