import type { ParameterAnswer } from '../../authoring/answers.ts'
import { UserError } from '../../errors.ts'

/** The options that answer what `sayso catalogue new` would ask. */
export const answerOptions = {
  safety: { type: 'string' },
  title: { type: 'string', multiple: true },
  param: { type: 'string', multiple: true },
  sql: { type: 'string' },
  step: { type: 'string' },
  meta: { type: 'string' },
  columns: { type: 'string' },
  effect: { type: 'string', multiple: true },
  done: { type: 'string', multiple: true },
  sentence: { type: 'string', multiple: true },
  undo: { type: 'string' },
  role: { type: 'string', multiple: true },
  token: { type: 'string' },
  scope: { type: 'string' },
} as const

type Flags = {
  readonly [Name in keyof typeof answerOptions]?:
    | ((typeof answerOptions)[Name] extends { readonly multiple: true } ? readonly string[] : string)
    | undefined
}

/**
 * What was answered, as the file of answers has it; not checked yet.
 * @param main the main language of the catalogue
 * @throws UserError `usage`
 */
export function answersFromFlags(flags: Flags, main: string): Readonly<Record<string, unknown>> {
  const { safety, title, param, effect, done, sentence, undo, role, token, scope, columns } = flags
  const answers = {
    safety,
    title: byLanguage(title, main),
    parameters: param?.map(parseParameter),
    step: stepOf(flags),
    columns: columns?.split(',').map((name) => name.trim()),
    effect: byLanguage(effect, main),
    done: byLanguage(done, main),
    sentences: listsByLanguage(sentence, main),
    undo,
    roles: role,
    token,
    scope,
  }
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))
}

function stepOf({ sql, step, meta, safety }: Flags): object | undefined {
  if (sql !== undefined) return { domain: 'sql', type: safety === 'read' ? 'query' : 'execute', statement: sql }
  if (step === undefined) return undefined
  const [, domain, type] = /^([\w-]+)\/([\w-]+)$/u.exec(step) ?? []
  if (domain === undefined) throw new UserError('usage', `--step ${step} is not an action such as labels/print`)
  return { domain, type, ...(meta === undefined ? {} : { meta: parseMeta(meta) }) }
}

function parseMeta(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UserError('usage', `--meta is not JSON: ${text}`, { cause })
  }
}

/** `id:order`, `reason:text?`, `size:choice(small|large)?=small` */
function parseParameter(text: string): ParameterAnswer {
  const [, name, type, choices, optional, example] =
    /^([a-z]\w*):([a-z][a-z-]*)(?:\(([^)]*)\))?(\?)?(?:=(.*))?$/su.exec(text) ?? []
  if (name === undefined || type === undefined)
    throw new UserError('usage', `--param ${text} is not understood; write it like id:order or reason:text?`)
  return {
    name,
    type,
    ...(choices === undefined ? {} : { choices: choices.split('|').map((each) => each.trim()) }),
    ...(optional === undefined ? {} : { required: false }),
    ...(example === undefined ? {} : { example }),
  }
}

/** `TEXT` is in the main language, `pt-BR=TEXT` in another. */
function byLanguage(texts: readonly string[] | undefined, main: string): Readonly<Record<string, string>> | undefined {
  return texts === undefined ? undefined : Object.fromEntries(texts.map((text) => languageOf(text, main)))
}

function listsByLanguage(
  texts: readonly string[] | undefined,
  main: string,
): Readonly<Record<string, readonly string[]>> | undefined {
  if (texts === undefined) return undefined
  const lists = Map.groupBy(
    texts.map((text) => languageOf(text, main)),
    ([language]) => language,
  )
  return Object.fromEntries([...lists].map(([language, each]) => [language, each.map(([, text]) => text)]))
}

function languageOf(text: string, main: string): readonly [language: string, text: string] {
  const [, language, rest] = /^([a-z]{2,3}(?:-[A-Za-z]{2,4})?)=(.*)$/su.exec(text) ?? []
  return language === undefined || rest === undefined ? [main, text] : [language, rest]
}
