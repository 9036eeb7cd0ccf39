import { jsonText } from '../../json.ts'
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { isKnownById } from '../../catalogue/known-by-id.ts'
import { isStruck } from '../../envelope/struck.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { beginDraft, continueWithValue } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import type { CommandRecord } from '../lookup.ts'
import { callArgument } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import { isText } from '../things/is-text.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import { undoOf } from '../things/undo-of.ts'
import { maxWaiting, type Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { done, sayBelow, type Needs, type Step } from '../step.ts'
import { wishOfDraft } from '../wish-and-draft.ts'
import { correctedOptions, type Corrects } from './corrected-options.ts'
import { undoRegretted } from './undo-regretted.ts'

/** What was done, with another value; `null` where several of its values may be meant. */
type Corrected = { readonly kind: 'corrected'; readonly command: Command; readonly draft: Draft | null }

/**
 * "No, it was 205", once it was done: what was done is not put right by a word, but whoever says so sees the way to it. What takes itself
 * back by saying what stood there before is asked for once more, with the new value; all else is to be undone first, and is asked for anew
 * behind that. `null` for what may follow any no ("no, that's all"): only a value that the command has, or the name of a thing of a kind
 * that it is about, says that it was done wrongly.
 */
export function correctDone(scene: Scene, corrects: Corrects, message: MessageFacts): Step | null {
  return undoRegretted(scene, { regrets: true }, message, (record, undo) => {
    const corrected = correctedRecord(scene, record, corrects, message)
    if (corrected === null || corrected.kind === 'needs') return corrected
    const { command, draft } = corrected
    return draft !== null && putsItselfRight(scene, command, record, draft)
      ? draftCommand(scene, draft)
      : askBehindUndo(scene, { record, draft, said: wordsOf(corrects) }, undo())
  })
}

function wordsOf(corrects: Corrects): string {
  return (corrects.kind === 'correction' ? corrects.said : corrects.text) ?? corrects.correction
}

function correctedRecord(
  scene: Scene,
  record: CommandRecord,
  corrects: Corrects,
  message: MessageFacts,
): Corrected | Needs | null {
  const command = scene.context.catalogue.commands.get(record.name)
  if (command === undefined) return null
  const draft = beginDraft(command.token, message, { raw: namesOf(scene, command, record), args: record.args })
  const values = corrects.kind === 'correction' ? [corrects, ...(corrects.or ?? [])] : [corrects]
  const found: { readonly parameter: Parameter; readonly draft: Draft }[] = []
  const about = corrects.kind === 'correction' ? draft : { ...draft, args: argsWithoutTexts(command, draft) }
  for (const { parameter, value } of correctedOptions(scene, command, about, { ...corrects, values })) {
    const { correction, said: words } = value
    const changed = continueWithValue(draft, message, { parameter: parameter.name, raw: correction, words })
    if (parameter.entity === null) {
      if (corrects.kind === 'correction' || corrects.of === parameter.name) found.push({ parameter, draft: changed })
      continue
    }
    const nowhere = whetherNowhere(scene, command, changed, parameter)
    if (nowhere.kind === 'needs') return nowhere
    if (nowhere.kind === 'no') found.push({ parameter, draft: changed })
  }
  const [first, ...others] = found
  if (first === undefined) return null
  const isOne = others.every(({ parameter }) => parameter === first.parameter)
  const isKnown = !isStruck(record.args) && command.parameters.every(({ kind }) => kind !== 'file' && kind !== 'secret')
  return { kind: 'corrected', command, draft: isOne && isKnown ? first.draft : null }
}

/** What the things are called that it was done with, where people do not know them by their ids: so they are told what waits. */
function namesOf({ context: { locale } }: Scene, command: Command, { args, facts }: CommandRecord): Draft['raw'] {
  const named = command.parameters.filter(({ entity }) => entity !== null && !isKnownById(locale.entities[entity]))
  const names = named.filter(({ name }) => args[name] !== undefined)
  return Object.fromEntries(
    names.map((each) => [each.name, callArgument(locale, command, each, { args, found: facts })]),
  )
}

/** "No, it was João": a text may say anything, and a name is of the thing that it was done with. */
function argsWithoutTexts({ parameters }: Command, { args }: Draft): Draft['args'] {
  const texts = parameters.filter(isText).map(({ name }) => name)
  return Object.fromEntries(Object.entries(args).filter(([name]) => !texts.includes(name)))
}

/** Whether the same command, of the same thing, takes it back with the value that stood there before: another value then needs no undo. */
function putsItselfRight(
  { context }: Pick<Scene, 'context'>,
  command: Command,
  record: CommandRecord,
  { args }: Draft,
): boolean {
  const plan = undoOf(context, command, record)
  const { target } = command.intent
  if (plan?.command.token !== command.token || target === null || record.status !== 'executed') return false
  const changed = Object.keys(record.args).filter((name) => args[name] === undefined)
  const isSame = plan.raw[target] === jsonText(record.args[target] ?? null)
  return isSame && changed.every((name) => name !== target && command.undo?.arguments?.[name]?.from === 'facts')
}

/**
 * What is meant waits behind the undo, and whoever does not want that does not want it either; where there is none, it is not kept, and the
 * person is told so.
 */
function askBehindUndo(
  { context }: Scene,
  { record, draft, said }: { readonly record: CommandRecord; readonly draft: Draft | null; readonly said: string },
  step: Step,
): Step {
  if (step.kind === 'needs') return step
  const { session } = step
  const open = session.question?.draft ?? session.pending?.draft
  if (draft === null || open?.takesBack?.ref !== record.ref)
    return sayBelow(step, [say(context.locale, 'correction_not_kept', { said: showValue(said) })])
  const behind = { commandId: record.commandId, ref: record.ref }
  const queued = { wish: wishOfDraft(draft), origin: draft.origin, besides: [], behind }
  return done({ ...session, wishes: [queued, ...session.wishes].slice(0, maxWaiting) }, step.replies, step.decisions)
}
