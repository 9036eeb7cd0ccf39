/**
 * The names of files that are kept: the one under which they were sent or are shown, then a piece of the digest of what they hold, so
 * that nothing is overwritten.
 */
import { extensionOf } from '../envelope/file-reference.ts'
import { storableText } from '../storable.ts'

/** How much of a file's name is kept, in characters. */
const maxStemLength = 60
/** No file system has longer names, in characters. Whoever sends a file may write anything there: of more, the end is looked at. */
const maxNameLength = 255

/** A name that somebody gave a file, no longer than any file's may be, as it can be stored; what it ends with says what the file is. */
export function givenName(filename: string): string {
  // What of a character is cut in two is left out.
  return storableText(filename.slice(-maxNameLength).replace(/^\p{Cs}/u, ''))
}

/** The name of a file that somebody sent: letters, digits, `_` and `-` of its own, and the digest. */
export function keptName(filename: string, digest: string): string {
  return joined(partsOf(filename), digest)
}

/** Whether a file with a name was sent, or is shown, under this one; in any case. */
export function shownAs(shown: string): (kept: string) => boolean {
  const name = folded(shown)
  const parts = partsOf(name)
  return (kept) => {
    const file = folded(kept)
    if (file === name) return true
    const { digest } = /^.*-(?<digest>[0-9a-f]{8}|[0-9a-f]{12})(?:\.[^.]*)?$/u.exec(file)?.groups ?? {}
    if (digest === undefined) return false
    return file.replace(`-${digest}`, '') === name || file === joined(parts, digest)
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** What a name is kept as before and behind the digest. */
type Parts = { readonly stem: string; readonly end: string }

function partsOf(filename: string): Parts {
  const name = givenName(filename.normalize('NFC'))
  const extension = extensionOf(name)
  return { stem: stemOf(name, extension), end: /^[a-z0-9]{1,10}$/u.test(extension) ? `.${extension}` : '' }
}

function joined({ stem, end }: Parts, digest: string): string {
  return `${stem}-${digest}${end}`
}

function stemOf(name: string, extension: string): string {
  const base = name.split(/[/\\]/u).at(-1) ?? ''
  const stem = (extension === '' ? base : base.slice(0, -extension.length - 1))
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    // Looked at once for each run of them: a name of very many would be looked through as often.
    .replaceAll(/^-+|(?<!-)-+$/gu, '')
  return Array.from(stem).slice(0, maxStemLength).join('') || 'file'
}
