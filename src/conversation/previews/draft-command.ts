import { alreadyAsked, isNoLongerSo, repeatLookup } from './already-asked.ts'
import { assertNever } from '../../errors.ts'
import type { Command } from '../../catalogue/catalogue.ts'
import { wouldSucceed } from '../../catalogue/commands/succeeds-if.ts'
import type { Wish } from '../../understanding/wish.ts'
import { isStruck } from '../../envelope/struck.ts'
import { circumstancesOf, noSurroundings } from './circumstances.ts'
import { askFor, askWhetherHeard } from '../questions/ask.ts'
import { askInPrivate, wantsSecret } from '../questions/ask-in-private.ts'
import { meantParameter, thingName } from '../questions/question-text.ts'
import { commandsHere } from '../things/find-topic.ts'
import { keepRefused, soleNumber } from './keep-refused.ts'
import { withLeft } from '../things/left-of-name.ts'
import { factOf, type SameBefore } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import { forgetMentions } from '../things/mentions.ts'
import { hindranceOf, type Hindrance } from './may-go-on.ts'
import { partNames } from '../things/part-names.ts'
import { proposeCommand, refuseCommand, refuseSaying } from './propose-command.ts'
import { readBack } from '../render/read-back.ts'
import { insteadText, summarise } from '../render/describe-command.ts'
import { commandLine } from '../render/render-help.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import { timesOfThings } from '../things/on-day-of.ts'
import { namedByNumber } from '../things/named-by-number.ts'
import { resolveArguments } from '../things/resolve-arguments.ts'
import type { Scene } from '../scene.ts'
import { type Draft, type QueuedWish, type Question } from '../session.ts'
import { withoutBehind } from '../things/without-behind.ts'
import { meantWish } from '../things/settle-references.ts'
import { sumOfIt } from '../things/sum-of-it.ts'
import { approversOf } from './approvers.ts'
import { supersede } from './supersede.ts'
import { isTriggered } from './triggers.ts'
import { draftOfWish } from '../wish-and-draft.ts'
import { after, done, lookupsOf, needs, type Step } from '../step.ts'
import { withTimeOfName } from '../questions/time-behind-name.ts'
import { wishNames } from './wish-names.ts'

type AskedWish = Pick<QueuedWish, 'wish' | 'origin' | 'behind'> & Pick<Draft, 'takesBack' | 'former'>

/** A wish becomes a draft; what it names is taken as said. */
export function draftWish(scene: Scene, asked: AskedWish): Step {
  const { wish: said, origin, behind, takesBack, former } = asked
  const undone = behind === undefined ? true : factOf(scene.facts, { kind: 'was-undone', commandId: behind.commandId })
  if (behind !== undefined && undone === undefined) return needs({ kind: 'was-undone', commandId: behind.commandId })
  if (behind !== undefined && undone === false) return dropBehind(scene, asked, behind)
  const wish = meantWish(scene, said)
  if (wish === null) return askWhatIsMeant(scene, said)
  const draft: Draft = {
    ...draftOfWish({ wish, origin }),
    ...(takesBack === undefined ? {} : { takesBack }),
    ...(former === undefined ? {} : { former }),
    ...(scene.session.wishes.length > 0 && { wished: wish.args }),
  }
  const command = scene.context.catalogue.commands.get(wish.command)
  const isRefused = command !== undefined && !isTriggered(command, wish.source, scene.context.channel)
  return isRefused
    ? refuseCommand(scene, command, draft, 'trigger_refused', 'trigger_refused')
    : draftCommand(scene, draft)
}

/** What was to be done otherwise stands as it is, so nothing is done beside it. */
function dropBehind({ session, context }: Scene, asked: AskedWish, { ref }: { readonly ref: string }): Step {
  const wishes = wishNames(context, [asked])
  return done(session, [{ about: 'info', text: say(context.locale, 'dropped_behind', { ref, wishes }) }])
}

/** "remove it" where nothing that can be removed was spoken of. */
function askWhatIsMeant({ session, context }: Scene, { refers = {} }: Wish): Step {
  const [said = ''] = Object.values(refers).map((reference) => reference.said)
  return done(session, [
    { about: 'refusal', text: say(context.locale, 'reference_unknown', { said: showValue(said) }) },
  ])
}

/**
 * The way from a wish to an envelope: rights, values, entities, queue, repeats. It stops at the first thing that must be
 * asked of the person or of the world; nothing is guessed (CCP XI).
 */
export function draftCommand(
  scene: Scene,
  draft: Draft,
  {
    note = null,
    answered = null,
  }: {
    /** What has to be said first. */
    readonly note?: string | null
    /** The question that this draft answers, so that wrong answers are counted. */
    readonly answered?: Question | null
  } = {},
): Step {
  const { context } = scene
  const command = context.catalogue.commands.get(draft.command)
  if (command === undefined)
    return done(scene.session, [{ about: 'refusal', text: say(context.locale, 'command_gone') }])
  if (!mayAsk(context, command.token)) {
    const [only, ...others] = commandsHere(context)
    return only === undefined || others.length > 0
      ? refuseCommand(scene, command, draft, 'unauthorised', 'unauthorised')
      : refuseCommand(scene, command, draft, 'unauthorised', 'unauthorised_but', {
          commands: commandLine(context.locale, only),
        })
  }
  // Taken from a command that lost them when somebody was forgotten.
  if (isStruck(draft.args))
    return done(scene.session, [{ about: 'refusal', text: say(context.locale, 'words_forgotten') }])
  // Nothing is kept of it, and nothing is asked: it is nothing for everybody to read.
  const isPublic = context.chatKind === 'group'
  if (isPublic && wantsSecret(command, draft)) return askInPrivate(scene, command, 'secret_only_private')
  if (isPublic && command.onlyPrivate) return askInPrivate(scene, command, 'only_private')
  const resolved = resolveArguments(scene, command, draft)
  const first = resolved.kind === 'needs' ? note : withLeft(context, command, resolved, { note, answered, draft })
  switch (resolved.kind) {
    case 'needs':
      return needs(...resolved.lookups)
    case 'ask': {
      const { because, parameter } = resolved
      if (because.kind === 'nothing-left') {
        const name = thingName(context.locale, because.thing)
        const { draft: known, facts = {} } = resolved
        return refuseCommand(scene, command, known, 'precondition_failed', 'nothing_left', name, facts)
      }
      const isGone = because.kind === 'not-found'
      const parted = isGone && answered === null ? partNames(scene, draft, resolved.parameter) : null
      if (parted?.kind === 'needs') return needs(...parted.lookups)
      if (parted !== null) return draftCommand(parted.scene, parted.draft, { note })
      const timed =
        isGone && answered === null ? withTimeOfName(context.locale, command, draft, resolved.parameter) : null
      if (timed !== null) return draftCommand(scene, timed, { note })
      const ofIt = isGone && answered === null ? sumOfIt(scene, command, draft, resolved.parameter) : null
      if (ofIt !== null) return draftCommand(scene, ofIt, { note })
      const trusted = isGone ? withoutBehind(context.locale, command, resolved.draft, resolved.parameter) : null
      const named = isGone ? forgetMentions(scene.session, context.locale, resolved.parameter.entity) : scene.session
      const isAsked = parameter.name === scene.session.question?.parameter
      const cleared = supersede({ ...scene, session: named }, command, resolved.draft, {
        because: isAsked ? because : null,
      })
      return after(
        cleared,
        askFor(
          cleared.scene,
          command,
          { ...resolved, because, draft: trusted?.draft ?? resolved.draft },
          { answered, note: first ?? cleared.note ?? trusted?.note ?? null },
        ),
      )
    }
    case 'complete':
      return issue(
        scene,
        command,
        {
          ...draft,
          raw: timesOfThings(command, draft.raw),
          ...namedByNumber(context, command, draft),
          args: resolved.args,
          ...(Object.keys(resolved.said).length > 0 && { said: { ...draft.said, ...resolved.said } }),
        },
        resolved.facts,
        first,
      )
    default:
      return assertNever(resolved)
  }
}

function issue(
  scene: Scene,
  command: Command,
  draft: Draft,
  found: Parameters<typeof proposeCommand>[3],
  note: string | null,
): Step {
  const { context, facts } = scene
  const known = { args: draft.args, found }
  const refuse = ({ reason, key, params, parameter }: Hindrance) =>
    keepRefused(refuseCommand(scene, command, draft, reason, key, params, found), draft, parameter)
  if (command.safety === 'read') {
    const hindrance = hindranceOf(context, command, { ...known, pause: 'no' })
    if (hindrance !== null) return refuse(hindrance)
    const { session } = scene
    const question = isAskedAnew(session.question, draft) ? null : session.question
    const asked = { ...scene, session: { ...session, question, repeat: draft } }
    return proposeCommand(asked, command, draft, found, {
      issuance: { again: 0, others: 0 },
      surroundings: noSurroundings,
      before: null,
      note,
    })
  }
  const repeat = repeatLookup(context, command, draft)
  const repeated = factOf(facts, repeat)
  const circumstances = circumstancesOf(scene, command, draft)
  if (circumstances.kind === 'needs' || repeated === undefined)
    return needs(...(repeated === undefined ? [repeat] : []), ...lookupsOf(circumstances))
  const hindrance = hindranceOf(context, command, { ...known, pause: circumstances.pause })
  if (hindrance !== null && hindrance.approvable !== true) return refuse(hindrance)
  if (circumstances.queue === 'down') return refuse({ reason: 'queue_unavailable', key: 'queue_down', params: {} })
  const { earlier, before, issuance } = repeated
  const isReleased = earlier !== null && isNoLongerSo(command, earlier, { args: draft.args, facts: found })
  if (earlier !== null && !isReleased)
    return done({ ...scene.session, repeat: draft }, [alreadyAsked(scene, command, earlier, found)])
  const instead = wouldSucceed(command, { args: draft.args, facts: found })
    ? null
    : insteadText(context.locale, command, draft.args, found)
  if (instead !== null) {
    const text = [instead, ...readBack(context.locale, command, draft, found)].join('\n')
    const refused = refuseSaying(scene, command, draft, 'precondition_failed', { text, facts: found })
    return keepRefused(refused, draft, soleNumber(command, draft))
  }
  const asked = hindrance === null ? null : approversOf(scene, command, known)
  if (asked?.kind === 'needs') return asked
  if (hindrance !== null && asked?.approvers.length === 0) return refuse(hindrance)
  const cleared = supersede(scene, command, draft, {
    summary: summarise(scene.context.locale, command, draft.args, found),
  })
  if (draft.origin.doubt !== undefined)
    return after(cleared, askWhetherHeard(cleared.scene, command, draft, found, note ?? cleared.note))
  return after(
    cleared,
    proposeCommand(cleared.scene, command, draft, found, {
      issuance: isReleased ? { ...issuance, again: issuance.again + 1 } : issuance,
      surroundings: circumstances,
      before: isMeant(draft, before) ? null : before,
      approvers: hindrance === null || asked === null ? null : { who: asked.approvers, hindrance },
      note: note ?? cleared.note,
    }),
  )
}

/** Whoever says AGAIN knows that it was done; that it stopped halfway is said all the same. */
function isMeant({ again }: Draft, before: SameBefore | null): boolean {
  return again && before?.state === 'done'
}

/** "Sales on 31 November", "sales this week": a look that says what was asked about it has answered the question. */
function isAskedAnew(question: Question | null, { command }: Draft): boolean {
  return question?.draft.command === command && question.parameter !== meantParameter
}
