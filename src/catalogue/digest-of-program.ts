import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A digest of what this program is made of, which changes whenever it may judge otherwise: our own code, which libraries belong to it
 * (`package.json` names their exact versions), and the Node that runs it with its knowledge of languages. Takes some 20 ms.
 * @param root the folder of `package.json` and `src/`
 */
export function digestOfProgram(root: string): string {
  const hash = createHash('sha256').update(JSON.stringify([process.version, process.versions['icu'] ?? null]))
  for (const file of ['package.json', ...codeOf(root)]) {
    // Some eight hundred small files: reading them one after the other costs a third of reading them all at once.
    const content = readFileSync(path.join(root, file))
    hash.update(`\n${file} ${content.byteLength}\n`).update(content)
  }
  return hash.digest('hex')
}

function codeOf(root: string): readonly string[] {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|json)$/u.test(file) && !file.endsWith('.test.ts'))
    .map((file) => path.join('src', file))
    .toSorted((one, other) => (one < other ? -1 : 1))
}
