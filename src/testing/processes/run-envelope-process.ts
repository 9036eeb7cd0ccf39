/**
 * A worker of one command in a process of its own, to be killed: says `ready`, and runs it when standard input says anything.
 * Arguments: database URL, schema, workspace folder, command id.
 */
import { access, appendFile } from 'node:fs/promises'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { createActions, type Actions } from '../../execution/action.ts'
import { createFilesystemActions } from '../../execution/actions/filesystem/filesystem.ts'
import type { Rights } from '../../execution/run/may-still-ask.ts'
import { runEnvelope, type RunEnvelopeDeps } from '../../execution/run/run-envelope.ts'
import { jsonText } from '../../json.ts'
import { openLedger, type Ledger } from '../../ledger/open-ledger.ts'
import { createSecrets } from '../../ledger/secrets/secrets.ts'
import { silentMeter } from '../../telemetry/meter.ts'
import { silentTracer } from '../../telemetry/tracer.ts'
import { enterWorker } from '../../ledger/worker-presence.ts'

/** The file in the workspace to which `test/ring` adds a line. */
export const bells = 'bells.log'

const listenMs = 10

/**
 * The files of a workspace; `ring`, a bell: once it was rung nobody can tell afterwards, and nobody can take it back; and
 * `wait`, which ends when there is a file of the given name.
 */
export function createWorkspaceActions(root: string): Actions {
  return createActions([
    ...createFilesystemActions({ root }),
    {
      domain: 'test',
      type: 'ring',
      meta: Type.Object({}),
      effect: 'mutates',
      repeat: 'unsafe',
      run: async (_meta, { effectId }) => {
        await appendFile(path.join(root, bells), `${effectId}\n`)
        return null
      },
    },
    {
      domain: 'test',
      type: 'wait',
      meta: Type.Object({ for: Type.String() }),
      effect: 'none',
      repeat: 'safe',
      run: async (meta, { signal }) => {
        const file = path.join(root, jsonText(meta['for'] ?? null))
        const isThere = () =>
          access(file).then(
            () => true,
            () => false,
          )
        while (!(await isThere())) await delay(listenMs, undefined, { signal })
        return null
      },
    },
  ])
}

/** Owners may ask for the command that `TestLedger` makes. */
const rights: Rights = {
  commands: new Map([['ARCHIVE', { scope: 'orders.archive', parameters: [] }]]),
  roles: new Map([['owner', ['*']]]),
}

/** What `runEnvelope` needs, with a secret and limits of tests. */
export function runDepsOf(ledger: Ledger, root: string, owner: string): RunEnvelopeDeps {
  return {
    db: ledger.db,
    secrets: createSecrets('a secret of tests that is long enough to be taken'),
    actions: createWorkspaceActions(root),
    rights,
    workspaceDir: root,
    clock: () => new Date(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    tracer: silentTracer,
    meter: silentMeter,
    owner,
    held: new Set(),
    schema: ledger.schema,
    limits: { stepTimeoutMs: 15_000, startWithinMs: 600_000 },
  }
}

if (import.meta.main) {
  const [url = '', schema = '', root = '', commandId = ''] = process.argv.slice(2)
  const ledger = await openLedger({ url, schema })
  const worker = await enterWorker(url)
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
  await runEnvelope(runDepsOf(ledger, root, worker.owner), commandId, new AbortController().signal)
  await worker.leave()
  await ledger.close()
  process.stdin.destroy()
}
