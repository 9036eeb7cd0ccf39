import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UserError } from '../../errors.ts'
import { runDoor } from '../../testing/whatsapp-server/run-door.ts'
import { parseOptions } from '../parse-options.ts'
import { onStopSignal } from '../stop-signal.ts'
import { makeFolder } from '../../make-folder.ts'

/** What the door has no use for. */
const refusals = {
  alone: '--json starts a bot of its own, whose turns it follows: leave out --json to start none and link one yourself',
  as: 'With --json each line names who speaks, in "from": leave out --as',
}

/** `sayso dev whatsapp-server`; see its help. */
export async function runWhatsAppServer(args: readonly string[]): Promise<number> {
  const { values } = parseOptions({
    args: [...args],
    options: {
      as: { type: 'string' },
      json: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      data: { type: 'string' },
      people: { type: 'string' },
    },
  })
  const unheeded = values.alone ? 'alone' : values.as === undefined ? null : 'as'
  if (values.json && unheeded !== null) throw new UserError('usage', refusals[unheeded])
  const dataDir =
    values.data === undefined ? await mkdtemp(path.join(tmpdir(), 'sayso-dev-')) : path.resolve(values.data)
  const people = values.people === undefined ? null : path.resolve(values.people)
  try {
    await makeFolder(dataDir)
    if (values.json) {
      return await serveDoor(dataDir, people)
    }
    // The door needs none of it: its network is a process of its own.
    const { talkOverWhatsApp } = await import('./dev-whatsapp-talk.ts')
    return await talkOverWhatsApp({ dataDir, people, as: values.as, alone: values.alone })
  } finally {
    if (values.data === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

async function serveDoor(dataDir: string, people: string | null): Promise<number> {
  const { stdin: input, stdout: output, stderr: errors } = process
  const stopped = new AbortController()
  const heeding = onStopSignal(() => stopped.abort())
  try {
    return await runDoor({ dataDir, people, input, output, errors, signal: stopped.signal })
  } finally {
    heeding.release()
    // Whoever was told to stop waits for no more lines.
    input.destroy()
  }
}
