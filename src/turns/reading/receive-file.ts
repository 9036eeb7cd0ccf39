/**
 * A file that somebody sends in answer to an open question: it is kept in the workspace under a safe name, and its path is
 * the answer.
 */
import { readFile, stat } from 'node:fs/promises'
import type { Catalogue, Command, Parameter } from '../../catalogue/catalogue.ts'
import type { ReceivedFile } from '../../channel/message.ts'
import type { Session } from '../../conversation/session.ts'
import { extensionOf } from '../../envelope/file-reference.ts'
import { keepFile } from '../../execution/actions/filesystem/filesystem-write.ts'
import { maxFileBytes, sha256Of } from '../../execution/find-file.ts'
import { givenName, keptName } from '../../execution/kept-name.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { soleWish } from '../../understanding/wishes/sole-wish.ts'

/** Where such files are kept, below the workspace root. */
const folder = 'received'
/** How long keeping a file may take, in milliseconds. */
const keepTimeoutMs = 10_000
/** How much of its digest a name has, in characters. */
const digestLength = 12

/** The parameter for which the open question wants a file; `null` when it wants none. */
export function wantedFile(catalogue: Catalogue, { question }: Session): Parameter | null {
  const parameters = catalogue.commands.get(question?.draft.command ?? '')?.parameters ?? []
  return parameters.find(({ kind, name }) => kind === 'file' && name === question?.parameter) ?? null
}

export type WishForFile = { readonly wish: Wish; readonly command: Command; readonly parameter: Parameter }

/** The wish that a text expresses for a command that needs a file and does not name it; `null` when there is none. */
export function wishForFile({ commands }: Catalogue, reading: Reading): WishForFile | null {
  const wish = soleWish(reading, { despiteDenied: true })
  const command = commands.get(wish?.command ?? '')
  if (wish === null || command === undefined) return null
  const parameter = command.parameters.find(({ kind, name }) => kind === 'file' && wish.args[name] === undefined)
  return parameter === undefined ? null : { wish, command, parameter }
}

/** How large a file for this parameter may be, in bytes. */
export function mostBytesOf({ schema: { maxBytes } }: Parameter): number {
  return Math.min(typeof maxBytes === 'number' ? maxBytes : maxFileBytes, maxFileBytes)
}

/** What is answered to a file whose name says that it will not be accepted; `null` for any other. */
export function refusedByName({ schema: { extensions } }: Parameter, filename: string): ReceivedFile | null {
  const name = givenName(filename)
  return Array.isArray(extensions) && !extensions.includes(extensionOf(name)) ? { kind: 'answer', text: name } : null
}

/**
 * Keeps a file. Nothing is overwritten: the digest is part of the name, and the same file is kept once.
 * @param options.path where it lies on this machine
 */
export async function receiveFile(
  workspaceDir: string,
  parameter: Parameter,
  { path, filename }: { readonly path: string; readonly filename: string },
): Promise<ReceivedFile> {
  // A file that will not be accepted is not kept.
  const refused = refusedByName(parameter, filename)
  if (refused !== null) return refused
  const bytes = await readWithin(path, mostBytesOf(parameter))
  if (typeof bytes === 'string') return { kind: bytes }
  const signal = AbortSignal.timeout(keepTimeoutMs)
  const name = keptName(filename, sha256Of(bytes).slice(0, digestLength))
  return {
    kind: 'answer',
    text: await keepFile(workspaceDir, { folder, name, bytes }, { effectId: '', signal, outputs: [] }),
  }
}

async function readWithin(path: string, most: number): Promise<Buffer | 'too-large' | 'gone'> {
  try {
    const found = await stat(path)
    if (!found.isFile()) return 'gone'
    return found.size > most ? 'too-large' : await readFile(path)
  } catch {
    return 'gone'
  }
}
