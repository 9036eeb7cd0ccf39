import type { Command } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { partPhone } from '../text/part-phone.ts'

const lastWord = /^(?<rest>.+?)[\s,;:]+(?<word>\p{L}+)$/su

/**
 * "Carla 11 98888-7777 operator" is a name, a number and a role where the command wants all three and only the name was found. Without
 * a number between them nothing is parted: the last word may be part of the name.
 */
export function partChoice(
  command: Pick<Command, 'parameters'>,
  args: Readonly<Record<string, string>>,
  language: Pick<Language, 'choice' | 'beforePhone'>,
): Readonly<Record<string, string>> {
  const wanted = command.parameters.find(({ type, name }) => type === 'choice' && args[name] === undefined)
  const choices = wanted?.schema['enum']
  for (const { name, type } of command.parameters) {
    const found = type === 'text' ? lastWord.exec(args[name] ?? '') : null
    if (wanted === undefined || !Array.isArray(choices) || found === null) continue
    const { text } = foldText(found.groups?.['word'] ?? '')
    const choice = choices.find(
      (each): each is string => typeof each === 'string' && language.choice(each).endsAt(text, 0).includes(text.length),
    )
    const given = { ...args, [name]: found.groups?.['rest'] ?? '' }
    const parted = partPhone(command, given, language.beforePhone)
    if (choice !== undefined && parted !== given) return { ...parted, [wanted.name]: choice }
  }
  return partPhone(command, args, language.beforePhone)
}
