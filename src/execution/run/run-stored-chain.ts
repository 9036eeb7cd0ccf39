/** Runs the chain of a stored envelope: what its arguments only name is looked up at this last moment. */
import type { Envelope } from '../../envelope/envelope.ts'
import { fileArguments } from '../../envelope/file-reference.ts'
import type { Executor } from '../../ledger/database.ts'
import { openSecrets } from '../../ledger/secrets/kept-secrets.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { findFile } from '../find-file.ts'
import { maskActions } from './mask-secrets.ts'
import type { Outcome } from './outcome.ts'
import { refuseRun } from './refuse-run.ts'
import { runChain } from './run-chain.ts'
import type { RunOptions } from './run.ts'

/** An envelope and the lane in which it was asked for. */
export type StoredCommand = { readonly envelope: Envelope; readonly chatId: string; readonly identityId: string }

/**
 * Runs a chain as `runChain` does. A secret that is gone, or a file that is not any more what was confirmed, fails the
 * command before its first step; what a chain that has begun does with its files is its own, and what it did before its secret
 * was gone still counts.
 * @throws what `runChain` throws
 */
export async function runStoredChain(
  { db, secrets, workspaceDir }: { readonly db: Executor; readonly secrets: Secrets; readonly workspaceDir: string },
  stored: StoredCommand,
  options: Omit<RunOptions, 'chain' | 'args' | 'command' | 'actor'>,
): Promise<Outcome> {
  const { envelope } = stored
  const { command_id: id, args, actor, sayso } = envelope
  const files = fileArguments(args)
  const notRun = async (gone: 'secret' | 'file', explanation: string): Promise<Outcome> =>
    refuseRun({ chain: sayso.chain, actions: options.actions }, await options.journal.read(), {
      reason: 'precondition_failed',
      explanation,
      gone,
    })
  if (files.length > 0 && (await options.journal.read()).length === 0) {
    const changed = await changedFile(workspaceDir, files)
    if (changed !== null) return notRun('file', `${changed} is not any more what was confirmed`)
  }
  const opened = await openSecrets(db, secrets, stored, args)
  if (opened === null) return notRun('secret', 'A secret that it needs is not kept any more')
  const marked = [...opened].map(([name, value]) => ({
    name,
    value,
    marker: `secret-${secrets.mac('secret-marker', id, name).toString('hex')}`,
  }))
  const named = [
    ...files.map(([name, file]) => [name, file.$file] as const),
    ...marked.map(({ name, marker }) => [name, marker] as const),
  ]
  return runChain({
    ...options,
    chain: sayso.chain,
    args: { ...args, ...Object.fromEntries(named) },
    command: { id, ref: sayso.ref },
    actor: { id: actor.user_id, ...sayso.actor },
    actions: marked.length === 0 ? options.actions : maskActions(options.actions, marked),
  })
}

async function changedFile(workspaceDir: string, files: ReturnType<typeof fileArguments>): Promise<string | null> {
  for (const [, { $file: path, sha256 }] of files) {
    const found = await findFile(workspaceDir, path)
    if (found.kind !== 'found' || found.sha256 !== sha256) return path
  }
  return null
}
