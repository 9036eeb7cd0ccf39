/**
 * What somebody writes in a group, without addressing the bot, while the bot waits for their answer: perhaps it is that
 * answer, perhaps they are talking to the others.
 */
import type { ConversationEvent } from '../../conversation/event.ts'
import { plainWords } from '../../conversation/things/plain-words.ts'
import type { Session } from '../../conversation/session.ts'
import type { Executor } from '../../ledger/database.ts'
import { addressedBefore, isTalkSince, namesOfOthers } from '../../ledger/talk/group-talk.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import type { Reading } from '../../understanding/reading.ts'

/** What nobody says to another person. */
const forUsAlone: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'token',
  'phrase',
  'undo',
  'retry',
  'cancel-ref',
])
/** What can answer the bot, but is said to people as well. */
const answers: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'yes',
  'agreed',
  'no',
  'correction',
  'free-correction',
  'difference',
  'drop',
  'pick',
  'value',
  'again',
  'both',
  'leave-out',
])
/** What is said to people, and answers nothing that the bot asks. */
const small: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'unknown',
  'greeting',
  'thanks',
  'farewell',
  'introduction',
  'human',
  'trust',
  'renumbering',
  'wait',
  'later',
  'conditional',
])

/**
 * The event of such a message; `null` when it is not for the bot. Once others have spoken, whoever means the bot has to say
 * so: for what may or may not be an answer they are asked to say it again, and everything else is for the others.
 * @param text what was written or heard
 */
export async function eventInGroup(
  db: Executor,
  row: LaneRow,
  session: Session,
  { event, text }: { readonly event: ConversationEvent; readonly text: string },
): Promise<ConversationEvent | null> {
  if (event.kind !== 'reading') return null
  const { kind } = event.reading
  if (forUsAlone.has(kind)) return event
  if (await callsSomebody(db, row, text)) return null
  const isListed = session.question?.kind === 'choice' || session.menu?.live === true
  if ((small.has(kind) || isSmallTalk(event.reading)) && !isListed) return null
  if (
    event.reading.kind === 'pick' &&
    !isOnList(session, event.reading.n) &&
    (await othersSpokeSinceAddressed(db, row))
  )
    return null
  if (!(await othersSpoke(db, row, session))) return event
  return answers.has(kind) ? { kind: 'unreadable', what: 'aside' } : null
}

/** "No problem, thanks": what is only perhaps a yes is said to people. */
function isSmallTalk(reading: Reading): boolean {
  return reading.kind === 'yes' && reading.doubt === 'differs'
}

/** Whether a number is one of the list that the person saw last. */
function isOnList({ menu, question }: Session, n: number): boolean {
  const listed = menu?.live === true ? menu.keys : question?.kind === 'choice' ? question.candidates : []
  return n >= 1 && n <= listed.length
}

/** Whether it begins with the name of somebody else: "Zed, are you coming?". */
async function callsSomebody(db: Executor, { senderId }: LaneRow, text: string): Promise<boolean> {
  const [, first = ''] = /^\s*@?(\p{L}+)\s*[,:!?]/u.exec(text) ?? []
  if (first === '') return false
  const names = await namesOfOthers(db, senderId)
  return names.some((name) => plainWords(name).split(' ')[0] === plainWords(first))
}

/** Whether others have talked here, not to the bot, since the message that the open question is about. */
async function othersSpoke(db: Executor, row: LaneRow, { question, pending }: Session): Promise<boolean> {
  const asked = (question ?? pending)?.draft.origin.messageIds.at(-1)
  return asked !== undefined && isTalkSince(db, row, asked)
}

/** The same since the sender last addressed the bot: a menu belongs to no message of theirs. */
async function othersSpokeSinceAddressed(db: Executor, row: LaneRow): Promise<boolean> {
  const asked = await addressedBefore(db, row)
  return asked !== null && isTalkSince(db, row, asked)
}
