/**
 * The names of files that are kept: the one under which they were sent or are shown, then a piece of the digest of what they hold, so
 * that nothing is overwritten.
 */
import { extensionOf } from '../envelope/file-reference.ts'

/** How much of a file's name is kept, in characters. */
const maxStemLength = 60

/** The name of a file that somebody sent: letters, digits, `_` and `-` of its own, and the digest. */
export function keptName(filename: string, digest: string): string {
  const extension = extensionOf(filename)
  const end = /^[a-z0-9]{1,10}$/u.test(extension) ? `.${extension}` : ''
  return `${stemOf(filename, extension)}-${digest}${end}`
}

/** Whether a file with this name was sent, or is shown, under the other; in any case. */
export function isShownAs(kept: string, shown: string): boolean {
  const [file, name] = [kept, shown].map((each) => each.normalize('NFC').toLowerCase())
  if (file === undefined || name === undefined) return false
  if (file === name) return true
  const { before, digest } = /^(?<before>.*)-(?<digest>[0-9a-f]{8}|[0-9a-f]{12})(?:\.[^.]*)?$/u.exec(file)?.groups ?? {}
  if (before === undefined || digest === undefined) return false
  return file.replace(`-${digest}`, '') === name || file === keptName(name, digest)
}

function stemOf(filename: string, extension: string): string {
  const base = filename.normalize('NFC').split(/[/\\]/u).at(-1) ?? ''
  const stem = (extension === '' ? base : base.slice(0, -extension.length - 1))
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
  return Array.from(stem).slice(0, maxStemLength).join('') || 'file'
}
