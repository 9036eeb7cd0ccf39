import { nameOfLanguage } from '../catalogue/locales/main-language.ts'
import type { DraftTexts } from './draft-texts.ts'
import { inFlow } from './yaml-text.ts'

/**
 * The lines of a command below `commands:` of `locales/<language>/commands.yaml`, not indented.
 * @param main the main language of the catalogue
 */
export function renderLocaleEntry(path: string, texts: DraftTexts, main: string): readonly string[] {
  const { title, summary, effect, done, row, unmet, labels, questions, sentences, untranslated } = texts
  // Examples are shown to people; what was thought up for the tests would only puzzle them.
  const said = texts.said.filter(({ isMadeUp }) => !isMadeUp)
  const isNamed = Object.keys(labels).length > 0
  return [
    ...(untranslated.length === 0 ? [] : [`# Still in ${nameOfLanguage(main)}: ${untranslated.join(', ')}.`]),
    `${path}:`,
    `  title: ${inFlow(title)}`,
    `  summary: ${quoted(summary)}`,
    ...(effect === null ? [] : [`  effect: ${quoted(effect)}`]),
    `  done: ${quoted(done)}`,
    ...(row === null ? [] : [`  row: ${quoted(row)}`]),
    ...(unmet === null ? [] : [`  unmet: ${quoted(unmet)}`]),
    ...(isNamed ? [`  labels: ${inFlow(labels)}`, '  questions:'] : []),
    ...Object.entries(questions).map(([name, text]) => `    ${name}: ${quoted(text)}`),
    ...(said.length === 0 ? [] : [`  examples: [${said.map(({ text }) => quoted(text)).join(', ')}]`]),
    '  sentences:',
    ...sentences.map((sentence) => `    - ${quoted(sentence)}`),
  ]
}

/** JSON is YAML. */
function quoted(text: string): string {
  return JSON.stringify(text)
}
