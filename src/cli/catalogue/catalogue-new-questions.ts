/** The questions about a new command, on a terminal. Whatever is left empty is made of the other answers. */
import { confirm, intro, multiselect, outro, select } from '@clack/prompts'
import { covers } from '../../access/may.ts'
import { patternOf } from '../../access/grant.ts'
import type { Answers, ParameterAnswer } from '../../authoring/answers.ts'
import { parseCommandName, suggestToken } from '../../authoring/draft-command.ts'
import { valueTypes } from '../../authoring/value-types.ts'
import type { Catalogue, Command } from '../../catalogue/catalogue.ts'
import { mainLocale } from '../../catalogue/locale-for.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json.ts'
import {
  askInLanguages,
  Left,
  line,
  needed,
  taken,
  type Languages,
  type MaybeTexts,
  type Texts,
} from './catalogue-new-prompts.ts'

/** Asks for everything; `null` when the person leaves. */
export async function askForCommand(
  name: string,
  catalogue: Catalogue,
  ownActions: readonly { readonly domain: string; readonly type: string }[],
): Promise<Answers | null> {
  try {
    intro(`A new command: ${name}`)
    const answers = await ask(name, catalogue, ownActions)
    outro('Checking it with all the others …')
    return answers
  } catch (error) {
    if (error instanceof Left) return null
    throw error
  }
}

async function ask(
  name: string,
  catalogue: Catalogue,
  ownActions: readonly { readonly domain: string; readonly type: string }[],
): Promise<Answers> {
  const { language: main } = catalogue
  const others = [...catalogue.locales.keys()].filter((language) => language !== main)
  const safety = await taken(
    select<Answers['safety']>({
      message: 'What does it do?',
      options: [
        { value: 'read', label: 'It looks something up', hint: 'read: answered at once' },
        { value: 'mutation', label: 'It changes something', hint: 'mutation: shown first, confirmed with a yes' },
        {
          value: 'destructive',
          label: 'It changes what cannot simply be brought back',
          hint: 'destructive: confirmed with a token',
        },
      ],
    }),
  )
  const title = await askInLanguages('What is it called in menus?', 'Hold an order', { main, others, needed: true })
  /** The languages in which the rest is asked. */
  const spoken = others.filter((language) => title[language] !== undefined)
  const parameters = await askParameters({
    catalogue,
    things: thingsFor(name, catalogue),
    languages: { main, others: spoken },
  })
  const slots = parameters.map((parameter) => parameter.name)
  const step = await askStep(safety, slots, ownActions)
  const rows =
    safety === 'read' && step.domain === 'sql'
      ? split(await line('Which columns of the result are shown?', 'id, customer, status', '', needed))
      : []
  const effect =
    safety === 'read'
      ? null
      : await askInLanguages('What will happen? The preview says it', 'the order is held until it is released', {
          main,
          others: spoken,
        })
  const done =
    rows.length > 0
      ? null
      : await askInLanguages(`What is said when it was done?${slotHint(slots)}`, 'Order {id} is held', {
          main,
          others: spoken,
        })
  const sentences = await askInLanguages(`How do people ask for it?${slotHint(slots)}`, 'hold [the] order {id}', {
    main,
    others: spoken,
  })
  const undo = safety === 'read' ? '' : await askUndo(catalogue)
  const roles = await askRoles(name, catalogue)
  const token = await line('Its token?', '', suggestToken({ title }, catalogue))
  const menu = await askMenu(name, catalogue, { main, others })
  return {
    safety,
    title,
    step,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(rows.length === 0 ? {} : { columns: rows }),
    ...(effect === null ? {} : { effect }),
    ...(done === null ? {} : { done }),
    ...(sentences === null ? {} : { sentences: asLists(sentences) }),
    ...(menu === null ? {} : { menu }),
    ...(undo === '' ? {} : { undo }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(token === '' ? {} : { token }),
  }
}

type Asking = {
  readonly catalogue: Catalogue
  /** The entities, those that the folder is about first. */
  readonly things: readonly string[]
  readonly languages: Languages
}

/** The things that a parameter may be, those of the same folder first; not what commands only look up beside what they were given. */
export function thingsFor(name: string, { commands, entities }: Catalogue): readonly string[] {
  const { folders } = parseCommandName(name)
  const all = [...commands.values()]
  const used = askedBy(all.filter(({ path }) => path.startsWith(`${folders.join('.')}.`)))
  const asked = new Set(askedBy(all))
  const lookedUp = new Set(all.flatMap(({ facts }) => facts.map(({ entity }) => entity)))
  return [...new Set([...used, ...entities.keys().filter((each) => asked.has(each) || !lookedUp.has(each))])]
}

function askedBy(commands: readonly Command[]): readonly string[] {
  return commands.flatMap(({ parameters }) => parameters.flatMap(({ entity }) => entity ?? []))
}

async function askParameters(asking: Asking): Promise<ParameterAnswer[]> {
  const parameters: ParameterAnswer[] = []
  for (;;) {
    const message = parameters.length === 0 ? 'What must be known? A parameter’s name' : 'And another parameter?'
    const parameterName = await line(message, 'id — Enter: nothing more', '', (value) =>
      value === '' || /^[a-z][a-zA-Z0-9_]*$/u.test(value)
        ? undefined
        : 'Letters, digits and _, beginning with a small letter',
    )
    if (parameterName === '') return parameters
    parameters.push(await askParameter(parameterName, asking))
  }
}

async function askParameter(name: string, { things: known, languages }: Asking): Promise<ParameterAnswer> {
  const things = known.map((value) => ({ value, hint: 'a thing of the catalogue' }))
  const type = await taken(
    select<string>({
      message: `What is ${name}?`,
      maxItems: 10,
      options: [...things, ...valueTypes.map((value) => ({ value }))],
    }),
  )
  const choices = type === 'choice' ? split(await line('Its values?', 'small, large', '', needed)) : null
  const required = await taken(confirm({ message: `Must ${name} be given?` }))
  const isThing = known.includes(type)
  const label = isThing
    ? null
    : await askInLanguages(`What is ${name} called in a sentence?`, '', { ...languages, otherwise: name })
  const example = await line(
    'A value that tests can use?',
    isThing && type !== 'order' ? `a ${type} that exists there` : 'Enter: one is chosen',
    '',
    isThing && !['order', 'file'].includes(type) ? needed : undefined,
  )
  return {
    name,
    type,
    required,
    ...(choices === null ? {} : { choices }),
    ...(label === null ? {} : { label }),
    ...(example === '' ? {} : { example }),
  }
}

async function askStep(
  safety: Answers['safety'],
  slots: readonly string[],
  own: readonly { readonly domain: string; readonly type: string }[],
): Promise<Answers['step']> {
  const ownNames = own.map(({ domain, type }) => ({ value: `${domain}/${type}`, hint: 'your own' }))
  const action = await taken(
    select<string>({
      message: 'What does the work?',
      options: [{ value: 'sql', label: 'SQL', hint: 'on the connection "shop"' }, ...ownNames, { value: 'another' }],
    }),
  )
  if (action === 'sql') {
    const message = `The statement?${slots.length === 0 ? '' : ` Write ${slots.map((slot) => `:${slot}`).join(', ')} for what is given`}`
    const example =
      safety === 'read' ? 'select id, customer from orders where id = :id' : 'update orders set … where id = :id'
    return {
      domain: 'sql',
      type: safety === 'read' ? 'query' : 'execute',
      statement: await line(message, example, '', needed),
    }
  }
  const named =
    action === 'another'
      ? await line('Its domain and type?', 'http/get', '', (value) =>
          /^[\w-]+\/[\w-]+$/u.test(value) ? undefined : 'Write it like http/get',
        )
      : action
  const [domain = '', type = ''] = named.split('/')
  const said = await line(
    'Its actionMeta, in JSON?',
    'Enter: each field takes the parameter of its name',
    '',
    (value) => (value === '' || objectIn(value) !== null ? undefined : 'That is no JSON object'),
  )
  const meta = objectIn(said)
  return { domain, type, ...(meta === null ? {} : { meta }) }
}

async function askUndo({ commands }: Catalogue): Promise<string> {
  const changing = [...commands.values()].filter((command) => command.safety !== 'read')
  return taken(
    select<string>({
      message: 'Which command takes it back?',
      maxItems: 8,
      options: [{ value: '', label: 'none' }, ...changing.map(({ token }) => ({ value: token }))],
    }),
  )
}

async function askRoles(name: string, { roles }: Catalogue): Promise<string[]> {
  const { path } = parseCommandName(name)
  const open = [...roles].filter(
    ([role, grants]) => role !== 'claimant' && !grants.some((grant) => covers(patternOf(grant), path)),
  )
  if (open.length === 0) return []
  const message = `Who may do it, besides whoever may do everything? (space chooses)`
  return taken(multiselect<string>({ message, required: false, options: open.map(([value]) => ({ value })) }))
}

async function askMenu(name: string, catalogue: Catalogue, languages: Languages): Promise<MaybeTexts> {
  const { folders } = parseCommandName(name)
  const isNew = folders.length > 0 && mainLocale(catalogue).menus[folders.join('.')] === undefined
  return isNew ? askInLanguages(`What is the menu ${folders.join('/')} called?`, 'Parcels', languages) : null
}

function split(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function slotHint(slots: readonly string[]): string {
  return slots.length === 0 ? '' : ` Write ${slots.map((slot) => `{${slot}}`).join(', ')} for what is given`
}

function asLists(texts: Texts): Readonly<{ [language: string]: string[] }> {
  return Object.fromEntries(Object.entries(texts).map(([language, said]) => [language, [said]]))
}

/** The object that a text is in JSON; `null` when it is none. */
function objectIn(text: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
