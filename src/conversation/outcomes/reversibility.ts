import { factOf, type CommandRecord } from '../lookup.ts'
import type { Scene } from '../scene.ts'
import { isInDoubt } from '../settle-doubt.ts'
import { needs, type Step } from '../step.ts'
import { fillableUndo, offeredUndo } from '../things/undo-of.ts'

/** Whether the person can have it taken back; `others`: only those with more rights; `undone`: somebody has. */
export type Reversibility = 'yes' | 'others' | 'no' | 'undone'

/** Of a command that was done, or still may be; `null` of one that was not. */
export function takesBack({ context, facts }: Scene, record: CommandRecord): Reversibility | Step | null {
  const command = context.catalogue.commands.get(record.name)
  const isOver = record.status === 'rejected' || record.status === 'failed'
  if (command === undefined || command.safety === 'read' || isInDoubt(record)) return null
  if (isOver && record.verdict !== 'happened') return null
  if (record.status === 'compensated') return 'undone'
  if (record.status === 'executed') {
    const undone = factOf(facts, { kind: 'was-undone', commandId: record.commandId })
    if (undone === undefined) return needs({ kind: 'was-undone', commandId: record.commandId })
    if (undone) return 'undone'
  }
  if (offeredUndo(context, command, record) !== null) return 'yes'
  return fillableUndo(context, command, record) === null ? 'no' : 'others'
}
