import { may } from '../../access/may.ts'
import type { Context } from '../scene.ts'
import type { Reply } from '../../channel/reply.ts'
import { textsOf } from './describe-command.ts'
import { say } from './say.ts'

/** What this person may ask for, and nothing else (invariant 6). */
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
  return { about: 'help', text: say(locale, key, { commands: lines.join('\n'), count: lines.length }) }
}
