import type { Catalogue, Command, CommandTexts, Parameter } from '../../catalogue/catalogue.ts'

/** The shipped catalogue with a command that reminds of something at a moment, whose words may stand behind the moment or before it. */
export function withReminders(shipped: Catalogue): Catalogue {
  const like = shipped.commands.get('REINSTATE_ORDER')
  if (like === undefined) throw new TypeError('No REINSTATE_ORDER')
  const command: Command = {
    ...like,
    token: 'ADD_REMINDER',
    path: 'reminders.add',
    undo: null,
    facts: [],
    succeedsIf: null,
    intent: { entity: 'Reminder', action: 'Add', target: null },
    contract: { commandRef: 'urn:test:reminder' },
    parameters: [parameterOf('words', 'text'), parameterOf('when', 'datetime')],
  }
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const sentences = said[code]
    const commands = { ...locale.commands, ...(sentences && { 'reminders.add': textsOf(sentences) }) }
    return [code, { ...locale, commands }]
  })
  return {
    ...shipped,
    version: `${shipped.version}+reminders`,
    commands: new Map(shipped.commands).set('ADD_REMINDER', command),
    locales: new Map(locales),
  }
}

function parameterOf(name: string, type: Parameter['type']): Parameter {
  return { name, kind: 'scalar', required: true, type, schema: { type: 'string', maxLength: 200 }, entity: null }
}

const said: Readonly<Record<string, readonly string[]>> = {
  en: ['remind me [on] {when} to {words}', 'remind me to {words} on {when}', 'remind me to {words}'],
  es: ['(recuérdame|acuérdame) [el] {when} [que|de] {words}', '(recuérdame|acuérdame) [que|de] {words}'],
  'pt-BR': ['(me lembra|lembra) [na|no] {when} [de|que] {words}', '(me lembra|lembra) [de|que] {words}'],
}

function textsOf(sentences: readonly string[]): CommandTexts {
  return {
    title: 'reminder',
    summary: 'Remind “{words}”',
    effect: 'it is on the list',
    done: 'done',
    labels: { words: 'words', when: 'when' },
    questions: { words: 'Of what?', when: 'When?' },
    sentences,
    examples: [],
  }
}
