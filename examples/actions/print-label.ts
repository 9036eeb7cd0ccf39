/**
 * An action of one's own: prints the label of a parcel, here into a file of the folder LABELS. Chains name it as
 * `actionDomain: labels`, `actionType: print`.
 */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineAction, Type, UserError } from 'sayso/action'

const heaviestKg = 30

export const action = defineAction({
  domain: 'labels',
  type: 'print',
  // What `actionMeta` must be; `run` gets it checked and typed.
  meta: Type.Object(
    { order: Type.String({ minLength: 1 }), weight: Type.Number({ exclusiveMinimum: 0 }) },
    { additionalProperties: false },
  ),
  effect: 'mutates',
  // The label is named after the effect, so that printing it again after a crash makes no second one.
  repeat: 'safe',
  run: async ({ order, weight }, { effectId, signal }) => {
    // A `UserError` says for certain that nothing was changed; anything else that is thrown leaves that open.
    if (weight > heaviestKg)
      throw new UserError('precondition_failed', `${weight} kg is more than the ${heaviestKg} kg of a parcel`)
    const label = createHash('sha256').update(effectId).digest('hex').slice(0, 8).toUpperCase()
    const folder = process.env['LABELS'] ?? path.join(tmpdir(), 'labels')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `${label}.txt`), `Order ${order}\n${weight} kg\n`, { signal })
    return { label }
  },
})
