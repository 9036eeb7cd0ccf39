import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const publicRegistry = 'https://registry.npmjs.org/'
const askMs = 15_000

/** The registry that npm is configured with for a package; the public one when npm does not say. */
export async function npmRegistry(packageName: string): Promise<string> {
  const scope = /^(@[^/]+)\//u.exec(packageName)?.[1]
  const keys = [...(scope === undefined ? [] : [`${scope}:registry`]), 'registry']
  for (const key of keys) {
    const said = await promisify(execFile)('npm', ['config', 'get', key], { timeout: askMs }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
    if (URL.canParse(said)) return said
  }
  return publicRegistry
}
