import { may } from '../../access/may.ts'
import type { Context } from '../scene.ts'
import type { Reply } from '../../channel/reply.ts'
import { textsOf } from './describe-command.ts'
import { say } from './say.ts'

/** Who was not understood wants a hint, not the whole list on their phone. */
const hints = 3

/** What this person may ask for, and nothing else (invariant 6): all of it, or the first few as a hint. */
export function renderHelp(context: Context, key: 'help' | 'not_understood'): Reply {
  const { catalogue, locale, person } = context
  const lines = [...catalogue.commands.values()]
    .filter(({ scope }) => may({ person, scope, roles: catalogue.roles }))
    .map((command) => {
      const required = command.parameters.filter((parameter) => parameter.required).map(({ name }) => `${name}=…`)
      return say(locale, 'help_line', {
        title: textsOf(locale, command).title,
        example: [command.token, ...required].join(' '),
      })
    })
  const shown = key === 'help' ? lines : lines.slice(0, hints)
  return { about: 'help', text: say(locale, key, { commands: shown.join('\n'), count: lines.length }) }
}
