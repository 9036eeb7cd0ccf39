import type { Undo, UndoSource } from '../catalogue.ts'
import type { CommandFileShape } from '../shapes/file-shapes.ts'

/** Reads `undo`, whose shape was checked: a token alone, or a command and where its arguments come from. */
export function parseUndo(written: NonNullable<CommandFileShape['undo']>): Undo {
  if (typeof written === 'string') return { command: written, arguments: null }
  const sources = Object.entries(written.arguments).map(([name, text]) => [name, parseSource(text)] as const)
  return { command: written.command, arguments: Object.fromEntries(sources) }
}

function parseSource(text: string): UndoSource {
  const [from = '', name = '', column = ''] = text.split('.')
  if (from === 'facts') return { from, entity: name, column }
  if (from === 'output') return { from, column: name }
  if (from === 'actor') return { from, name: name === 'language' ? name : 'time_zone' }
  return { from: 'args', name }
}
