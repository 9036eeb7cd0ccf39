import { commandsHere } from './find-topic.ts'
import type { Context } from '../scene.ts'

/** Whether a text may tell this person to ask for a command: they may have it, in this chat. For a select, `yes` or `no`. */
export function offeredOrNot(context: Context, token: string): 'yes' | 'no' {
  return commandsHere(context).some((command) => command.token === token) ? 'yes' : 'no'
}
