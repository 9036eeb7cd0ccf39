import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { isFileReference } from '../../envelope/file-reference.ts'
import { shownSecret } from '../../envelope/secret-reference.ts'
import { leavesOf } from '../../envelope/structured-argument.ts'
import { isJsonObject, jsonText, type Json, type JsonObject } from '../../json.ts'
import { callThing } from './call-thing.ts'
import { capitalised } from './capitalised.ts'
import { choiceName } from './choice-name.ts'
import { numberFormat } from './formats.ts'
import { format } from './say.ts'
import { showBytes } from './show-bytes.ts'
import { showTyped } from './show-typed.ts'
import { showExact, showText, showValue } from './show-value.ts'

/** The texts of a command in a language. */
export function textsOf(locale: Locale, command: Command) {
  const texts = locale.commands[command.path]
  if (texts === undefined) throw new TypeError(`No texts for command "${command.path}" in locale ${locale.language}`)
  return texts
}

/** What a parameter is called in the language: "reason". */
export function parameterName(locale: Locale, command: Command, name: string): string {
  // A member that has no name of its own is called as the catalogue calls it: `address.zip` is "zip".
  return textsOf(locale, command).labels[name] ?? name.slice(name.indexOf('.') + 1)
}

/** The rows that were found for the entities of a command. */
type Found = Readonly<Record<string, Json>>

/**
 * The one line that names action and target: "Cancel order 204"; with what was found, "Remove Vero (+5491150000003)"; of what was
 * erased, what kind of thing it was: "Cancel an order".
 */
export function summarise(locale: Locale, command: Command, args: JsonObject, found: Found = {}): string {
  const { summary, title } = textsOf(locale, command)
  if (isErased(command, args)) return title
  return format(locale, summary, calledArguments(locale, command, args, found, summary))
}

/** Nothing is left of the arguments of a command that cannot be without any. */
export function isErased({ parameters }: Command, args: JsonObject): boolean {
  return Object.keys(args).length === 0 && parameters.some(({ required }) => required)
}

/** The found things that the summary does not name itself, with their entities. */
export function unnamedThings(
  locale: Locale,
  command: Command,
  args: JsonObject,
  found: Found,
): readonly (readonly [entity: string, row: Json])[] {
  const { summary } = textsOf(locale, command)
  const named = namedThings(locale, command, args, found)
  const told = command.parameters.filter(({ name }) => named[name] !== undefined && mentions(summary, name))
  return Object.entries(found).filter(
    ([of, row]) => told.every(({ entity }) => entity !== of) && !isOfNamed(row, Object.values(found)),
  )
}

/** A row that says in `only` whom alone it tells of has nothing to tell beside that very person. */
function isOfNamed(row: Json, found: readonly Json[]): boolean {
  const only = isJsonObject(row) ? row['only'] : undefined
  return only !== undefined && found.some((other) => isJsonObject(other) && other['id'] === only)
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\{\\s*${name}\\b`, 'u').test(text)
}

/** One argument, a found thing called as its entity says (`named`) rather than by its id; '' for one that was not given. */
export function callArgument(
  locale: Locale,
  command: Command,
  parameter: Parameter,
  { args, found }: { readonly args: JsonObject; readonly found: Found },
): string {
  return (
    namedThings(locale, command, args, found)[parameter.name] ?? showArgument(locale, parameter, args[parameter.name])
  )
}

/** The parameters that name a found thing which its entity has a text for. */
function namedThings(locale: Locale, { parameters }: Command, args: JsonObject, found: Found): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ name, entity }) => {
      const row = entity === null ? undefined : found[entity]
      if (entity === null || !isJsonObject(row) || row['id'] !== args[name]) return []
      const called = callThing(locale, entity, row)
      return called === null ? [] : [[name, called]]
    }),
  )
}

/** The same with all of the free text that a preview is to show before it is confirmed. */
export function summariseInFull(locale: Locale, command: Command, args: JsonObject, found: Found): string {
  const { summary } = textsOf(locale, command)
  const texts = command.parameters.flatMap(({ name, ...parameter }) =>
    isFreeText(parameter) && typeof args[name] === 'string' ? [[name, showText(args[name])] as const] : [],
  )
  return format(locale, summary, {
    ...calledArguments(locale, command, args, found, summary),
    ...Object.fromEntries(texts),
  })
}

/** A text of the person's own, which names nothing. */
export function isFreeText({ type, kind, entity, schema }: Omit<Parameter, 'name'>): boolean {
  return type === 'text' && kind === 'scalar' && entity === null && typeof schema['pattern'] !== 'string'
}

/** What to do instead of a command that would fail as things are; `null` when it has no such text. */
export function insteadText(locale: Locale, command: Command, args: JsonObject, found: Found = {}): string | null {
  const { instead } = textsOf(locale, command)
  return instead === undefined ? null : format(locale, instead, calledArguments(locale, command, args, found, instead))
}

/** As `shownArguments`, with what was found called as its entity says (`named`) rather than by its id. */
export function calledArguments(
  locale: Locale,
  command: Command,
  args: JsonObject,
  found: Found,
  text: string,
): Record<string, string> {
  return { ...shownArguments(locale, command, args, text), ...namedThings(locale, command, args, found) }
}

/**
 * Every argument as people read it, '' for one that was not given; for the placeholders of this text of the command. A choice
 * (yes and no are `true` and `false`) that the text selects over is given as the value that it names; one that it has no words of its own for as people read it.
 */
export function shownArguments(
  locale: Locale,
  command: Command,
  args: JsonObject,
  text: string,
): Record<string, string> {
  return Object.fromEntries(
    command.parameters.map((parameter) => {
      const { name } = parameter
      const value = args[name]
      const named = parameter.type === 'choice' || parameter.type === 'boolean' ? jsonText(value ?? null) : null
      return [name, named !== null && selects(text, name, named) ? named : showArgument(locale, parameter, value)]
    }),
  )
}

/** Whether a text selects over what has this name, and has words of its own for this value of it. */
export function selects(text: string, name: string, value: string): boolean {
  return (
    new RegExp(`\\{\\s*${name}\\s*,\\s*select\\b`, 'u').test(text) &&
    new RegExp(`[\\s}]${RegExp.escape(value)}\\s*\\{`, 'u').test(text)
  )
}

/** The arguments that a text does not mention, one line each, things as their entity says: nothing that will be done goes unshown. */
export function otherArguments(
  locale: Locale,
  command: Command,
  { args, found, text }: { readonly args: JsonObject; readonly found: Found; readonly text: string },
): string[] {
  return command.parameters
    .filter(({ name, kind }) => args[name] !== undefined && (kind === 'structured' || !mentions(text, name)))
    .map((parameter) => {
      const value = args[parameter.name] ?? null
      const name = capitalised(locale, parameterName(locale, command, parameter.name))
      if (isFreeText(parameter)) return `${name}: ${showText(value)}`
      if (parameter.kind !== 'structured')
        return `${name}: ${callArgument(locale, command, parameter, { args, found })}`
      return [`${name}:`, ...memberLines(locale, command, parameter, value)].join('\n')
    })
}

/** The members of a structured value, one line each. */
function memberLines(locale: Locale, command: Command, { name }: Parameter, value: Json): readonly string[] {
  return leavesOf(value).map(([path, leaf]) => {
    const member = showValue(parameterName(locale, command, `${name}.${path}`))
    return Array.isArray(value) ? `• ${showExact(leaf)}` : `• ${member}: ${showExact(leaf)}`
  })
}

/** What is found or reached by such a value is another thing by any other. */
const exactTypes: ReadonlySet<Parameter['type']> = new Set<Parameter['type']>(['id', 'file', 'phone', 'email'])

/** Free text is read; what must be of a pattern, such as a new name of a file, is used as it stands. */
function isExact({ type, schema }: Pick<Parameter, 'type' | 'schema'>): boolean {
  return exactTypes.has(type) || (type === 'text' && typeof schema['pattern'] === 'string')
}

/** One argument as people read it. */
export function showArgument(locale: Locale, parameter: Parameter, value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (parameter.kind === 'secret') return shownSecret
  if (isFileReference(value)) return `${showExact(value.$file)} (${showBytes(locale, value.bytes)})`
  if (parameter.kind === 'structured')
    return showValue(
      leavesOf(value)
        .map(([, leaf]) => jsonText(leaf))
        .join(', '),
    )
  if (parameter.type === 'choice') return showValue(choiceName(locale, jsonText(value)))
  const typed = showTyped(locale, parameter.type, jsonText(value))
  if (typed !== null) return showValue(typed)
  if (typeof value !== 'number') return isExact(parameter) ? inQuotes(parameter, showExact(value)) : showValue(value)
  const digits = parameter.schema['multipleOf'] === 0.01 ? 2 : 0
  return numberFormat(locale.region, { minimumFractionDigits: digits, maximumFractionDigits: 9 }).format(value)
}

/** A name of several words is put in quotes: of “b.txt and delete it” nobody should think that it is two things. */
function inQuotes({ type, kind }: Parameter, name: string): string {
  const isName = type === 'file' || (type === 'text' && kind === 'scalar')
  return isName && name.includes(' ') ? `“${name}”` : name
}
