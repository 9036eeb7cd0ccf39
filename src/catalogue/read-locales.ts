import { isLanguageTag } from './check-locale.ts'
import type { ReadLocale } from './check-locale.ts'
import { createShapeCheck } from './check-shape.ts'
import type { ShapeCheck } from './check-shape.ts'
import { commandTextsFileShape, messagesFileShape } from './locale-shapes.ts'
import type { ParseYaml } from './kept-catalogue.ts'
import { fileProblem } from './problem.ts'
import type { Report } from './problem.ts'
import type { TextFile } from './read-text-files.ts'
import type { YamlSource } from './yaml-source.ts'

const checkMessages = createShapeCheck(messagesFileShape)
const checkTexts = createShapeCheck(commandTextsFileShape)

/** Reads `locales/<language>/{messages,commands}.yaml`; a language of which a file is broken is reported and left out. */
export function readLocales(files: readonly TextFile[], report: Report, parse: ParseYaml): readonly ReadLocale[] {
  for (const { path, file } of files) {
    const [language = '', name, ...more] = path.split('/')
    if (!isLanguageTag(language) || more.length > 0 || (name !== 'messages.yaml' && name !== 'commands.yaml')) {
      report(
        fileProblem(file, 'does not belong here; a locale is <language>/messages.yaml and <language>/commands.yaml'),
      )
    }
  }
  const languages = [...new Set(files.map(({ path }) => path.split('/')[0] ?? ''))].filter(isLanguageTag)
  if (!languages.includes('en'))
    report(fileProblem('locales/en', 'is missing: English stands in for every other language'))
  return languages.flatMap((language) => {
    const messages = readPart(files, `${language}/messages.yaml`, checkMessages, { report, parse })
    const texts = readPart(files, `${language}/commands.yaml`, checkTexts, { report, parse })
    return messages === null || texts === null ? [] : [{ language, messages, texts }]
  })
}

function readPart<T>(
  files: readonly TextFile[],
  path: string,
  check: ShapeCheck<T>,
  { report, parse }: { readonly report: Report; readonly parse: ParseYaml },
): { readonly source: YamlSource; readonly file: T } | null {
  const found = files.find((file) => file.path === path)
  if (found === undefined) {
    report(fileProblem(`locales/${path}`, 'is missing'))
    return null
  }
  const source = parse(found.file, found.text, report)
  const file = source === null ? null : check(source, report)
  return source === null || file === null ? null : { source, file }
}
