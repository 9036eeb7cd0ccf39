/**
 * Libraries of many small files, each as one: for tests that start so many bots that loading a thousand files would take most of
 * their time. Nothing is left out of them, and whoever is started otherwise loads them as they are.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** Two thirds of the files that a start loads from libraries. */
const libraries = ['bullmq', 'ioredis', 'kysely', 'kysely/migration', 'libphonenumber-js/min', 'typebox']

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where they look for what was left out of them. */
const cache = path.join(root, 'node_modules', '.cache')

/** Makes them, once for each set of libraries, which takes a second or two; returns the URL of a preload, for Node's `--import`. */
export async function bundleLibraries(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [path.join(root, 'package-lock.json'), fileURLToPath(import.meta.url)])
    hash.update(await readFile(file))
  const place = path.join(cache, `sayso-libraries-${hash.digest('hex').slice(0, 16)}`)
  const preload = path.join(place, 'preload.mjs')
  const url = pathToFileURL(preload).href
  if (existsSync(preload)) return url

  await mkdir(cache, { recursive: true })
  const aside = await mkdtemp(`${place}-`)
  await bundleInto(aside)
  await writeFile(path.join(aside, 'preload.mjs'), preloadText())
  try {
    await rename(aside, place)
  } catch (error) {
    await rm(aside, { recursive: true })
    // Another run was faster.
    if (!existsSync(preload)) throw error
  }
  return url
}

async function bundleInto(dir: string): Promise<void> {
  const entries = await Promise.all(
    libraries.map(async (library) => {
      const entry = path.join(dir, `${fileOf(library)}.entry.mjs`)
      // Only who loads a CommonJS library knows the names that it exports.
      const names = Object.keys((await import(library)) as object).filter((name) => name !== 'module.exports')
      await writeFile(entry, `export { ${names.join(', ')} } from '${library}'\n`)
      return [fileOf(library), entry]
    }),
  )
  const bundle = await rolldown({
    input: Object.fromEntries(entries) as Record<string, string>,
    platform: 'node',
    // What looks for files beside itself stays where it is.
    external: [/^node:/u, /^pg(?:$|\/)/u, /^msgpackr/u, /^@opentelemetry\//u],
  })
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' })
  await bundle.close()
}

function fileOf(library: string): string {
  return library.replaceAll('/', '-')
}

function preloadText(): string {
  return `import { registerHooks } from 'node:module'
const files = new Map(${JSON.stringify(libraries.map((library) => [library, `./${fileOf(library)}.mjs`]))})
registerHooks({
  resolve(specifier, context, next) {
    const file = files.get(specifier)
    return file === undefined ? next(specifier, context) : { url: new URL(file, import.meta.url).href, shortCircuit: true }
  },
})
`
}
