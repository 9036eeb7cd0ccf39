/**
 * Help is for a phone: the menus with one example each, and more of one of them, or of one command, when it is asked for by
 * name. Nothing is shown that the person may not ask for (invariant 6).
 */
import type { Command, Locale } from '../../catalogue/catalogue.ts'
import type { Reply } from '../../channel/reply.ts'
import { allowedCommands, commandsHere, firstMenus, type Topic } from '../things/find-topic.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Context } from '../scene.ts'
import { openPreview, type Pending, type Session } from '../session.ts'
import { choicesOf } from './choice-name.ts'
import { parameterName, textsOf } from './describe-command.ts'
import { say } from './say.ts'
import { showValue } from './show-value.ts'

/** Who was not understood wants a hint, not the whole list on their phone. */
const hints = 3
/** So few are shown one by one. */
const fewCommands = 5

/** What can be asked for: menu by menu with how many commands each holds, or the commands themselves when they are few. */
export function renderHelp(context: Context): Reply {
  const { locale } = context
  const allowed = commandsHere(context)
  const menus = firstMenus(context, allowed)
  const isShort = allowed.length <= fewCommands
  const lines = isShort
    ? allowed.map((command) => commandLine(locale, command))
    : menus.map(({ title, commands }) =>
        say(locale, 'help_menu_line', { title, count: commands.length, example: exampleOf(locale, commands[0]) }),
      )
  const text = say(locale, 'help', {
    commands: lines.join('\n'),
    count: allowed.length,
    more: isShort ? 'no' : 'yes',
    topic: menus[0]?.title ?? '',
  })
  const elsewhere = allowedCommands(context).length - allowed.length
  const inPrivate = elsewhere === 0 ? '' : `\n${say(locale, 'help_in_private', { count: elsewhere })}`
  return { about: 'help', text: `${text}${inPrivate}` }
}

/**
 * What somebody hears who was not understood: that, and how to go on with what is open, or a few things to ask for: those that it may
 * have been about (`near`, tokens), else the first ones. Of all of a kind nothing is done at once, nor of two things the one alone that was
 * understood.
 */
export function renderHint(
  context: Context,
  session: Session,
  { near = [], all, half }: Pick<Extract<Reading, { kind: 'unknown' }>, 'near' | 'all' | 'half'> = {},
): Reply {
  const { locale } = context
  const preview = session.question === null ? openPreview(session) : null
  if (preview !== null)
    return { about: 'help', text: say(locale, 'not_understood_open', { how: howToGoOn(locale, preview) }) }
  const allowed = commandsHere(context)
  if (half?.commands.every((each) => allowed.some(({ token }) => token === each)) === true)
    return {
      about: 'help',
      text: say(locale, 'not_understood_half', { understood: half.understood, missed: half.missed }),
    }
  const about = allowed.filter(({ token }) => near.includes(token))
  const changing = all === true ? about.filter(({ safety }) => safety !== 'read').slice(0, hints) : []
  if (changing.length > 0) {
    const lines = changing.map((command) => commandLine(locale, command))
    return { about: 'help', text: say(locale, 'not_all_at_once', { commands: lines.join('\n') }) }
  }
  const commands = (about.length > 0 ? about : allowed).slice(0, hints).map((command) => commandLine(locale, command))
  const text = say(locale, 'not_understood', { commands: commands.join('\n'), count: allowed.length })
  return { about: 'help', text }
}

/** As the preview said it; of a code only what it looks like, for it is not kept. */
function howToGoOn(locale: Locale, { method, phrase }: Pending): string {
  if (method === 'token') return say(locale, 'not_understood_token')
  return say(locale, `preview_confirm_${method}`, { expect: phrase ?? locale.words['yes']?.[0] ?? 'yes' })
}

/** All of a menu, how one command is asked for, or how any is undone, confirmed or dropped. */
export function renderTopic({ locale }: Context, topic: Topic): Reply {
  if (topic.kind === 'way') return { about: 'help', text: say(locale, `help_${topic.way}`) }
  if (topic.kind === 'command') return { about: 'help', text: commandText(locale, topic.command) }
  const commands = topic.commands.map((command) => commandLine(locale, command)).join('\n')
  const name = topic.commands[0]?.token ?? ''
  return { about: 'help', text: say(locale, 'help_menu', { title: showValue(topic.title), commands, topic: name }) }
}

function commandText(locale: Locale, command: Command): string {
  const { title } = textsOf(locale, command)
  const parameters = command.parameters.map((parameter) =>
    say(locale, 'help_parameter', {
      name: parameter.name,
      label: parameterName(locale, command, parameter.name),
      required: parameter.required ? 'yes' : 'no',
      choices: choicesOf(locale, parameter) || 'none',
    }),
  )
  const said = exampleOf(locale, command)
  return [say(locale, 'help_command', { title, said }), ...parameters, say(locale, `help_${command.confirm}`)].join(
    '\n',
  )
}

/** A command by its title and by how it is asked for, in a list. */
export function commandLine(locale: Locale, command: Command): string {
  return say(locale, 'help_line', { title: textsOf(locale, command).title, example: exampleOf(locale, command) })
}

/** How it is asked for in words, where the language has an example, and as a token. */
function exampleOf(locale: Locale, command: Command | undefined): string {
  if (command === undefined) return ''
  const required = command.parameters.filter((parameter) => parameter.required).map(({ name }) => `${name}=…`)
  const typed = [command.token, ...required].join(' ')
  const [said] = textsOf(locale, command).examples ?? []
  return said === undefined ? typed : say(locale, 'help_said', { said, typed })
}
