import type { Json, JsonObject } from '../json.ts'
import type { DraftCommand } from './draft-command.ts'
import type { DraftTexts } from './draft-texts.ts'
import type { Said } from './sample-sentence.ts'
import { isNamedByExample } from './value-types.ts'
import { inFlow } from './yaml-text.ts'

/** The role of whoever asks, and the main language of the catalogue, in which everything is played. */
type Asker = { readonly role: string; readonly language: string }

/** A conversation test for a new command: asked for by its token and in words, declined, confirmed, done; and heard in each language. */
export function renderConversation(
  draft: DraftCommand,
  texts: readonly DraftTexts[],
  { role, language: main }: Asker,
): string {
  const documents = texts
    .filter(({ language, untranslated }) => language === main || !untranslated.includes('sentences'))
    .filter(({ language, said }) => language === main || said.length > 0)
    .map((each) => renderDocument(draft, each, { role, language: main }))
  return `# What ${draft.token} is asked for with, and what it answers.\n${documents.join('---\n')}`
}

function renderDocument(draft: DraftCommand, texts: DraftTexts, { role, language: main }: Asker): string {
  const isMain = texts.language === main
  const ana = { phone: '+5511990000001', name: 'Ana', roles: [role], language: texts.language }
  const steps = isMain ? mainSteps(draft, texts) : heardSteps(draft, texts)
  return [
    `name: ${inFlow(isMain ? nameOf(draft) : `${draft.token} is understood in ${texts.language}`)}`,
    `people: ${inFlow({ ana })}`,
    'steps:',
    ...steps.map(renderStep),
    '',
  ].join('\n')
}

function renderStep(step: Step): string {
  return Object.entries(step)
    .map(([key, value], at) => `${at === 0 ? '  - ' : '    '}${key}: ${inFlow(value)}`)
    .join('\n')
}

function nameOf({ token, safety }: DraftCommand): string {
  return safety === 'read'
    ? `${token} answers at once`
    : `${token} is previewed, dropped with a no, and done when it is confirmed`
}

type Step = Readonly<Record<string, Json>>

function mainSteps(draft: DraftCommand, { said }: DraftTexts): readonly Step[] {
  const byToken = [draft.token, ...draft.parameters.filter(({ required }) => required).map(argument)].join(' ')
  const inWords = said[0] === undefined ? [] : asked(draft, said[0])
  if (draft.safety === 'read') {
    const first: Step = { ana: byToken, expect: [executed(draft)], reject: [{ about: 'preview' }] }
    return inWords.length === 0 ? [first] : [first, ...ending(inWords, [executed(draft)])]
  }
  const again = inWords.length === 0 ? [{ ana: byToken }] : inWords
  return [
    { ana: byToken, expect: [preview(draft)] },
    { ana: 'no', expect: [{ command: { name: draft.token, status: 'rejected', reason: 'declined' } }] },
    ...ending(again, [{ ...preview(draft), capture: { answer: 'confirm.expect' } }]),
    { ana: '{answer}', expect: [executed(draft)] },
  ]
}

function heardSteps(draft: DraftCommand, { said }: DraftTexts): readonly Step[] {
  const [first = { text: draft.token, filled: [], isMadeUp: false }] = said
  return ending(asked(draft, first), [draft.safety === 'read' ? executed(draft) : preview(draft)])
}

/** The wish in words, and the answers to what is asked then. */
function asked(draft: DraftCommand, { text, filled }: Said): readonly Step[] {
  const missing = draft.parameters.filter(({ required, name }) => required && !filled.includes(name))
  return [{ ana: text }, ...missing.map((parameter) => ({ ana: parameter.example }))]
}

/** After each step but the last the bot asks for more; after the last comes what was wanted. */
function ending(steps: readonly Step[], last: readonly JsonObject[]): readonly Step[] {
  return steps.map((step, at) => ({ ...step, expect: at === steps.length - 1 ? last : [{ about: '/ask|choose/' }] }))
}

function preview({ token, safety, intent, parameters }: DraftCommand): JsonObject {
  // The line has the id, which nobody said where a name found it.
  const target = parameters.find((each) => each.name === intent.target && !isNamedByExample(each))
  return {
    about: 'preview',
    ...(target === undefined ? {} : { preview: { target: target.example } }),
    confirm: { method: safety === 'destructive' ? 'token' : 'yes' },
    command: { name: token, status: 'accepted' },
  }
}

function executed({ token }: DraftCommand): JsonObject {
  return { about: 'outcome', command: { name: token, status: 'executed' } }
}

function argument({ name, example }: { readonly name: string; readonly example: string }): string {
  return /^[\p{L}\p{N}_.:@/+%#-]+$/u.test(example)
    ? `${name}=${example}`
    : `${name}="${example.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
}
