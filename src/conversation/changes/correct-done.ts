import { jsonText } from '../../json.ts'
import { beginDraft, continueWithValue } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import type { CommandRecord } from '../lookup.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import type { Scene } from '../scene.ts'
import { whether, type Step, type Whether } from '../step.ts'
import { correctedOptions, type Corrects } from './corrected-options.ts'
import { undoRegretted } from './undo-regretted.ts'

/**
 * "No, it was 205", once it was done: what was done is not put right by a word, but whoever says so sees the way back. `null` for what may
 * follow any no ("no, that's all"): only a value that the command has, or the name of a thing of a kind that it is about, says that it was
 * done wrongly.
 */
export function correctDone(scene: Scene, corrects: Corrects, message: MessageFacts): Step | null {
  return undoRegretted(scene, { regrets: true }, message, (record) =>
    whetherCorrected(scene, record, corrects, message),
  )
}

function whetherCorrected(scene: Scene, record: CommandRecord, corrects: Corrects, message: MessageFacts): Whether {
  const command = scene.context.catalogue.commands.get(record.name)
  if (command === undefined) return whether(false)
  const raw = Object.fromEntries(Object.entries(record.args).map(([name, value]) => [name, jsonText(value)]))
  const draft = beginDraft(command.token, message, { raw, args: record.args })
  const values = corrects.kind === 'correction' ? [corrects, ...(corrects.or ?? [])] : [corrects]
  for (const { parameter, value } of correctedOptions(scene, command, draft, { ...corrects, values })) {
    if (parameter.entity === null) {
      if (corrects.kind === 'correction' || corrects.of === parameter.name) return whether(true)
      continue
    }
    const nowhere = whetherNowhere(
      scene,
      command,
      continueWithValue(draft, message, { parameter: parameter.name, raw: value.correction }),
      parameter,
    )
    if (nowhere.kind === 'needs') return nowhere
    if (nowhere.kind === 'no') return whether(true)
  }
  return whether(false)
}
