import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { decodeText } from './decode-text.ts'
import { fileProblem } from './problem.ts'
import type { Report } from './problem.ts'

/** A file of commands/ or locales/. */
export type TextFile = {
  /** Below its root, with `/` on every system: `orders/cancel.yaml`. */
  readonly path: string
  /** As people name it: `commands/orders/cancel.yaml`. */
  readonly file: string
  readonly text: string
}

/**
 * All `.yaml` files below a folder, sorted by path. Files of other kinds, hidden ones and the tests that lie beside what
 * they test (`.test.yaml`) are none of the catalogue's business.
 * @param name what people call the folder
 */
export async function readTextFiles(
  root: string,
  report: Report,
  name = basename(resolve(root)),
): Promise<readonly TextFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    report(fileProblem(name, `cannot be read: ${error instanceof Error ? error.message : String(error)}`))
    return []
  })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .toSorted()
  for (const path of paths) {
    if (path.endsWith('.yml')) report(fileProblem(`${name}/${path}`, 'would be ignored; name it .yaml'))
  }
  const wanted = paths.filter((path) => path.endsWith('.yaml') && !path.endsWith('.test.yaml'))
  return Promise.all(
    wanted.map(async (path) => {
      const file = `${name}/${path}`
      const { text, problem } = decodeText(await readFile(join(root, path)))
      if (problem !== null) report({ ...fileProblem(file, problem.message), line: problem.line })
      return { path, file, text }
    }),
  )
}
