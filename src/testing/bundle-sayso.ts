/**
 * Sayso and those of its libraries that have many small files, as a few: for tests that start so many bots that loading two
 * thousand files would take most of their time. Nothing is left out, and whoever is started otherwise loads everything as it is.
 * As a script (`node src/testing/bundle-sayso.ts`, before a whole suite) it makes what `bundledSayso` finds; with `libraries` it
 * prints the preload for those alone, for whoever puts something between the files of Sayso.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { glob, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'
import { digestOfProgram } from '../catalogue/digest-of-program.ts'

/** Most of the files that a start loads from libraries. Baileys is not among them: our own code knows its errors by where they come from. */
const libraries = [
  'bullmq',
  'ioredis',
  'kysely',
  'kysely/migration',
  'libphonenumber-js/min',
  'typebox',
  'ajv/dist/2020.js',
  'yaml',
]

/** Where processes begin, and what tests and actions of one's own load of Sayso beside that. */
const doors = ['src/main.ts', 'src/cli/start.ts', 'src/action.ts']

const root = fileURLToPath(new URL('../..', import.meta.url))

const keptMs = 24 * 60 * 60_000

/** Where they look for what was left out of them. */
const cache = path.join(root, 'node_modules', '.cache')

/**
 * The URL of a preload, for Node's `--import`, with which Sayso and its libraries are loaded as a few files, if a script has made them of
 * what Sayso is now; else of one for the libraries alone, which are made once for each set of them and take a second or two.
 */
export async function bundledSayso(): Promise<string> {
  const whole = path.join(placeOfAll(), 'preload.mjs')
  return existsSync(whole) ? pathToFileURL(whole).href : bundledLibraries()
}

/** The URL of the preload for the libraries alone: for whoever loads files of Sayso from elsewhere too, which must be the same ones. */
export function bundledLibraries(): Promise<string> {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'))
  return bundle(placeOf('libraries', createHash('sha256').update(lockfile).digest('hex')), [])
}

function placeOfAll(): string {
  return placeOf('all', digestOfProgram(root))
}

function placeOf(what: string, digest: string): string {
  const how = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(`${root} ${digest}`)
  return path.join(cache, `sayso-${what}-${how.digest('hex').slice(0, 16)}`)
}

async function bundle(place: string, ours: readonly string[]): Promise<string> {
  const preload = path.join(place, 'preload.mjs')
  const url = pathToFileURL(preload).href
  if (existsSync(preload)) return url

  await mkdir(cache, { recursive: true })
  const aside = await mkdtemp(`${place}-`)
  await bundleInto(aside, ours)
  await writeFile(path.join(aside, 'preload.mjs'), preloadText(ours))
  try {
    await rename(aside, place)
  } catch (error) {
    await rm(aside, { recursive: true })
    // Another run was faster.
    if (!existsSync(preload)) throw error
  }
  return url
}

async function bundleInto(dir: string, ours: readonly string[]): Promise<void> {
  const entries = await Promise.all(
    libraries.map(async (library) => {
      const entry = path.join(dir, `${fileOf(library)}.entry.mjs`)
      const exported = Object.keys((await import(library)) as object)
      // Only who loads a CommonJS library knows the names that it exports.
      const names = exported.filter((name) => name !== 'module.exports')
      await writeFile(entry, `export { ${names.join(', ')} } from '${library}'\n`)
      return [fileOf(library), entry]
    }),
  )
  const inputs = [...entries, ...ours.map((file) => [fileOf(file), path.join(root, file)])]
  const bundled = await rolldown({
    input: Object.fromEntries(inputs) as Record<string, string>,
    platform: 'node',
    plugins: [staysWhereItIs],
    external: (id, from, isResolved) => !isResolved && from !== undefined && isLeftOut(id, from),
  })
  await bundled.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' })
  await bundled.close()
}

/** What has files beside it or is patched by a test. */
const leftOut = /^(?:node:|pg(?:$|\/)|msgpackr|@opentelemetry\/)/u

/** A library that is not listed, where Sayso asks for it; and what the listed ones load that cannot be put into one file with them. */
function isLeftOut(id: string, from: string): boolean {
  if (id.startsWith('.') || path.isAbsolute(id)) return false
  return leftOut.test(id) || (!from.includes('node_modules') && !libraries.includes(id))
}

/** Our own files go on finding what lies beside them. */
const staysWhereItIs: Plugin = {
  name: 'stays-where-it-is',
  transform: (code, id) =>
    id.includes('node_modules') || !code.includes('import.meta.')
      ? null
      : code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
          .replaceAll('import.meta.filename', JSON.stringify(id)),
}

function fileOf(name: string): string {
  return name.replaceAll(/[/.]/gu, '-')
}

function preloadText(ours: readonly string[]): string {
  const byName = libraries.map((library) => [library, `./${fileOf(library)}.mjs`])
  const byUrl = ours.map((file) => [pathToFileURL(path.join(root, file)).href, `./${fileOf(file)}.mjs`])
  return `import { registerHooks } from 'node:module'
const libraries = new Map(${JSON.stringify(byName)})
const ours = new Map(${JSON.stringify(byUrl)})
const as = (file) => ({ url: new URL(file, import.meta.url).href, format: 'module', shortCircuit: true })
registerHooks({
  resolve(specifier, context, next) {
    const library = libraries.get(specifier)
    if (library !== undefined) return as(library)
    const found = next(specifier, context)
    const file = ours.get(found.url)
    return file === undefined ? found : as(file)
  },
})
`
}

/** Those of a program that has changed since. A run that is still under way may use one of today. */
async function forgetOld(): Promise<void> {
  for await (const old of glob(path.join(cache, 'sayso-all-*'))) {
    const { mtimeMs } = await stat(old)
    if (Date.now() - mtimeMs > keptMs) await rm(old, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  if (process.argv[2] === 'libraries') console.log(await bundledLibraries())
  else await bundle(placeOfAll(), doors)
  await forgetOld()
}
