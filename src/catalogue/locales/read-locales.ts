import { isLanguageTag } from './check-locale.ts'
import type { ReadLocale } from './check-locale.ts'
import { createShapeCheck } from '../shapes/check-shape.ts'
import type { ShapeCheck } from '../shapes/check-shape.ts'
import { commandTextsFileShape, messagesFileShape } from '../shapes/locale-shapes.ts'
import type { ParseYaml } from '../kept-catalogue.ts'
import { inheritTexts, type InheritedNames, type ShippedLocale } from './inherit-texts.ts'
import { layOver } from '../source/layered-source.ts'
import { fileProblem } from '../source/problem.ts'
import type { Report } from '../source/problem.ts'
import { readPhrases } from './read-phrases.ts'
import type { TextFile } from '../source/read-text-files.ts'
import { memberOf } from '../source/yaml-map.ts'
import type { YamlSource } from '../source/yaml-source.ts'

const checkMessages = createShapeCheck(messagesFileShape)
const checkTexts = createShapeCheck(commandTextsFileShape)

/** Levels that are put together: of messages.yaml each message and word, of commands.yaml each label of a command that is inherited. */
const messagesDepth = 2
const textsDepth = 4

/**
 * Reads `locales/<language>/{messages,commands}.yaml`; a language of which a file is broken is reported and left out. The languages are
 * those of the catalogue's own files, and what these do not say is said as Sayso says it.
 * @param base the locales of Sayso, what of its commands is there, and the main language of the catalogue
 */
export function readLocales(
  files: readonly TextFile[],
  base: { readonly files: readonly TextFile[]; readonly names: InheritedNames; readonly main: string | null },
  report: Report,
  parse: ParseYaml,
): readonly ReadLocale[] {
  for (const { path, file } of files) {
    const [language = '', name, ...more] = path.split('/')
    if (!isLanguageTag(language) || more.length > 0 || (name !== 'messages.yaml' && name !== 'commands.yaml')) {
      report(
        fileProblem(file, 'does not belong here; a locale is <language>/messages.yaml and <language>/commands.yaml'),
      )
    }
  }
  const languages = languagesOf(files)
  const shippedIn = (language: string): ShippedLocale | null => {
    const [messages, texts] = [`${language}/messages.yaml`, `${language}/commands.yaml`].map((path) =>
      parsedIn(base.files, path, { report, parse }),
    )
    return messages && texts ? { messages, texts } : null
  }
  // What Sayso does not speak it says as the catalogue's main language does, or in English.
  const stand = [...(base.main === null ? [] : [base.main]), 'en']
  return languages.flatMap((language) => {
    const own = parsedIn(files, `${language}/commands.yaml`, { report: () => undefined, parse })
    const shipped = inheritTexts([language, ...stand], shippedIn, base.names, own?.value)
    const isSpoken = memberOf(shipped?.messages.value, 'region') !== undefined
    const messages = readPart(files, `${language}/messages.yaml`, {
      below: shipped && { base: shipped.messages, depth: messagesDepth, suffices: isSpoken },
      check: checkMessages,
      report,
      parse,
    })
    const texts = readPart(files, `${language}/commands.yaml`, {
      below: shipped && { base: shipped.texts, depth: textsDepth, suffices: false },
      check: checkTexts,
      report,
      parse,
    })
    if (messages === null) return []
    const phrases = readPhrases(messages.source, messages.file, report)
    return texts === null ? [] : [{ language, messages, phrases, texts }]
  })
}

/** The languages that a catalogue has files of. */
export function languagesOf(files: readonly TextFile[]): readonly string[] {
  return [...new Set(files.map(({ path }) => path.split('/')[0] ?? ''))].filter(isLanguageTag)
}

function readPart<T>(
  files: readonly TextFile[],
  path: string,
  {
    below,
    check,
    report,
    parse,
  }: {
    /** What the file stands over, how deep both are put together, and whether that is enough without it. */
    readonly below: { readonly base: YamlSource; readonly depth: number; readonly suffices: boolean } | null
    readonly check: ShapeCheck<T>
    readonly report: Report
    readonly parse: ParseYaml
  },
): { readonly source: YamlSource; readonly file: T } | null {
  const own = parsedIn(files, path, { report, parse })
  if (own === undefined && below?.suffices !== true) {
    report(fileProblem(`locales/${path}`, 'is missing'))
    return null
  }
  const written = own === undefined ? unwritten(`locales/${path}`) : own
  const source = written === null || below === null ? written : layOver(written, below.base, below.depth)
  const file = source === null ? null : check(source, report)
  return source === null || file === null ? null : { source, file }
}

/** `undefined` where there is no such file, `null` where it is broken. */
function parsedIn(
  files: readonly TextFile[],
  path: string,
  { report, parse }: { readonly report: Report; readonly parse: ParseYaml },
): YamlSource | null | undefined {
  const found = files.find((file) => file.path === path)
  return found === undefined ? undefined : parse(found.file, found.text, report)
}

/** A file that need not be there, and where something is missing in it. */
function unwritten(file: string): YamlSource {
  const problemAt: YamlSource['problemAt'] = (_path, message) =>
    fileProblem(file, `${message}; there is no such file yet, so make it`)
  return { file, value: {}, wasSound: true, problemAt }
}
