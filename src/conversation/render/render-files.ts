import type { Reply } from '../../channel/reply.ts'
import type { Media } from '../../execution/media.ts'
import type { OutcomeFiles } from '../event.ts'
import type { CommandRecord } from '../lookup.ts'
import type { Context } from '../scene.ts'
import { commandOf } from './render-outcome.ts'
import { say } from './say.ts'
import { showValue } from './show-value.ts'

/** A reply for every file that goes with an outcome, with its name as its caption. */
export function renderFiles(context: Context, record: CommandRecord, { made, table }: OutcomeFiles): readonly Reply[] {
  return [...made, ...(table === null ? [] : [table])].map((file) => renderFile(context, record, file))
}

function renderFile({ locale }: Context, record: CommandRecord, { kind, path, mimetype, filename }: Media): Reply {
  // A name is data, too: what is saved under it must not look like something else.
  const name = showValue(filename) || 'file'
  const unavailable = say(locale, 'file_unavailable', { file: name })
  const media = { kind, path, mimetype, filename: name, unavailable }
  return { about: 'outcome', text: name, command: commandOf(record), media }
}
