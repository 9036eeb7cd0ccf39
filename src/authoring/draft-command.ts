import type { Catalogue } from '../catalogue/catalogue.ts'
import { didYouMean } from '../catalogue/did-you-mean.ts'
import { UserError } from '../errors.ts'
import type { Action, Actions } from '../execution/action.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Answers } from './answers.ts'
import { isNamedByExample, parameterOf, valueTypes, type DraftParameter } from './value-types.ts'
import { nameOfLanguage } from '../catalogue/locales/main-language.ts'
import { inLanguage, wordingOf } from './words.ts'

/** A new command, with everything that was not answered filled in. */
export type DraftCommand = {
  /** `orders/hold` */
  readonly name: string
  /** `orders.hold` */
  readonly path: string
  /** The folders that it lies in, outermost first: `orders`. */
  readonly folders: readonly string[]
  readonly token: string
  readonly scope: string
  readonly safety: Answers['safety']
  readonly intent: { readonly entity: string; readonly action: string; readonly target: string | null }
  readonly parameters: readonly DraftParameter[]
  readonly step: { readonly domain: string; readonly type: string; readonly meta: JsonObject }
  readonly undo: Json
  readonly roles: readonly string[]
  /** Whether its action may refuse, so that there must be words for it. */
  readonly mayRefuse: boolean
}

/** Where a command is put. @throws UserError `usage` when that is no name for one */
export function parseCommandName(name: string): Pick<DraftCommand, 'name' | 'path' | 'folders'> {
  const bare = name.replace(/^(?:\.\/)?commands\//u, '').replace(/\.yaml$/u, '')
  if (!/^[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*){0,3}$/u.test(bare))
    throw new UserError(
      'usage',
      `"${name}" is no name for a command. Write folder and file in small letters, digits and -, like orders/hold`,
    )
  const parts = bare.split('/')
  return { name: bare, path: parts.join('.'), folders: parts.slice(0, -1) }
}

/** Fills in what was not answered. @throws UserError `usage` with everything that does not fit the catalogue */
export function draftCommand(
  name: string,
  answers: Answers,
  { catalogue, actions }: { readonly catalogue: Catalogue; readonly actions: Actions },
): DraftCommand {
  const place = parseCommandName(name)
  const problems: string[] = []
  const parameters = (answers.parameters ?? []).flatMap((answer) => {
    const parameter = parameterOf(answer, catalogue)
    if (parameter === null) problems.push(unknownType(answer.name, answer.type, catalogue))
    else if (parameter.example === '')
      problems.push(`${answer.name} needs an "example": one ${answer.type} that exists where tests are played`)
    if (answer.type === 'choice' && answer.choices === undefined)
      problems.push(`${answer.name} needs "choices": the values that it may have`)
    const isAmount = /\p{L}{3}|\p{Sc}/u.test(answer.example ?? 'BRL')
    if (answer.type === 'money' && !isAmount)
      problems.push(`${answer.name}: "${answer.example}" has no currency; write the example with it, as in 50.00 BRL`)
    return parameter === null ? [] : [parameter]
  })
  problems.push(...unspoken(answers, catalogue))
  const token = answers.token ?? suggestToken(answers, catalogue)
  if (catalogue.commands.has(token)) problems.push(`${token} is the token of another command; give another "token"`)
  for (const role of answers.roles ?? []) {
    if (!catalogue.roles.has(role))
      problems.push(`there is no role "${role}"; known: ${[...catalogue.roles.keys()].join(', ')}`)
  }
  const { domain, type } = answers.step
  const action = actions.find(domain, type)
  if (action === undefined)
    problems.push(`there is no action ${domain}/${type}. Your own are in the folder that SAYSO_ACTIONS names`)
  const meta = metaOf(answers, parameters, action)
  problems.push(...columnProblems(answers, action?.columns?.(meta) ?? null))
  problems.push(...slotProblems(answers, parameters))
  if (problems.length > 0) throw new UserError('usage', problems.join('\n'))
  const target = parameters.find(({ required, entity }) => required && entity !== null) ?? parameters.find(isId)
  return {
    ...place,
    token,
    scope: answers.scope ?? place.path,
    safety: answers.safety,
    intent: {
      entity: pascal(target?.entity ?? place.folders.at(-1) ?? place.name),
      action: pascal(place.name.split('/').at(-1) ?? ''),
      target: target?.name ?? null,
    },
    parameters,
    step: { domain, type, meta },
    undo: answers.undo ?? null,
    roles: answers.roles ?? [],
    mayRefuse: answers.safety !== 'read' && action?.mayRefuse === true,
  }
}

/** `Hold an order` → `HOLD_ORDER`. */
export function suggestToken({ title }: Pick<Answers, 'title'>, { language }: Pick<Catalogue, 'language'>): string {
  const { articles, unnamed } = wordingOf(language) ?? { articles: [], unnamed: [] }
  const words = (inLanguage(title, language, language) ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => ![...articles, ...unnamed].includes(word.toLowerCase()))
  return (
    words
      .slice(0, 4)
      .join('_')
      .replace(/^[0-9_]+/u, '') || 'COMMAND'
  )
}

/** What lacks the main language, which stands in for those in which nothing was answered. */
function unspoken(answers: Answers, { language }: Pick<Catalogue, 'language'>): readonly string[] {
  const { title, effect, summary, done, row, unmet, sentences, menu, parameters = [] } = answers
  const labels = parameters.flatMap(({ name, label, question }) => [
    [`label of ${name}`, label] as const,
    [`question of ${name}`, question] as const,
  ])
  const all = [...Object.entries({ title, effect, summary, done, row, unmet, sentences, menu }), ...labels]
  return all
    .filter(([, said]) => said !== undefined && inLanguage(said, language, language) === null)
    .map(([name]) => `${name} must also be in ${nameOfLanguage(language)} ("${language}"), the main language here`)
}

function metaOf({ step }: Answers, parameters: readonly DraftParameter[], action: Action | undefined): JsonObject {
  if (step.meta !== undefined) return step.meta
  const taken = (names: readonly string[]) =>
    Object.fromEntries(
      parameters.flatMap(({ name }) => (names.includes(name) ? [[name, `{{args.${name}}}`] as const] : [])),
    )
  if (step.statement !== undefined) {
    // `::text` is a cast.
    const names = [...step.statement.matchAll(/(?<!:):([a-zA-Z_]\w*)/gu)].map(([, name = '']) => name)
    const expect = step.type === 'execute' ? { expectRows: 1 } : {}
    return { connection: 'shop', statement: step.statement, values: taken(names), ...expect }
  }
  const properties: unknown = action?.meta === undefined ? {} : Reflect.get(action.meta, 'properties')
  return taken(Object.keys(typeof properties === 'object' && properties !== null ? properties : {}))
}

/** A read that shows nothing was hardly meant. */
function columnProblems(
  { safety, step, columns, row, done }: Answers,
  given: readonly string[] | null,
): readonly string[] {
  const unknown = (columns ?? []).filter((name) => given !== null && !given.includes(name))
  if (unknown.length > 0)
    return unknown.map(
      (name) =>
        `columns: the statement gives no "${name}"${didYouMean(name, given ?? [])}; it gives ${given?.join(', ')}`,
    )
  if (safety !== 'read' || step.domain !== 'sql' || (columns ?? row ?? done) !== undefined) return []
  const there = given === null ? '' : `; the statement gives ${given.join(', ')}`
  return [`A read shows what it finds: name the columns, as in --columns id,name${there}`]
}

/** A sentence that asks for an id could never hold the example. */
function slotProblems({ sentences }: Answers, parameters: readonly DraftParameter[]): readonly string[] {
  const all = sentences === undefined ? [] : Array.isArray(sentences) ? sentences : Object.values(sentences).flat()
  return parameters
    .filter(isNamedByExample)
    .flatMap(({ name, example }) =>
      all
        .filter((sentence) => sentence.includes(`{${name}}`))
        .map(
          (sentence) =>
            `"${sentence}": {${name}} takes an id, and "${example}" is a name; write {${name}:name} for what people call it`,
        ),
    )
}

function isId({ required, schema }: DraftParameter): boolean {
  return required && typeof schema['pattern'] === 'string'
}

function unknownType(name: string, type: string, { entities }: Catalogue): string {
  return `${name}: there is no type "${type}"; known: ${[...valueTypes, ...entities.keys()].join(', ')}. Secrets, files and structured values are written by hand`
}

function pascal(text: string): string {
  return text
    .split(/[^a-zA-Z0-9]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
