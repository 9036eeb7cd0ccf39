/**
 * What the files of a catalogue said when they were parsed the last time. YAML is parsed with the place of every value, for what
 * may be wrong with it, and that is a tenth of a start; of files that have not changed the values are read back instead, and parsed
 * only where something turns out to be wrong.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import yaml from 'yaml/package.json' with { type: 'json' }
import { parseYamlSource } from './yaml-source.ts'

export type ParseYaml = typeof parseYamlSource

export type ParsedFiles = {
  /** As `parseYamlSource`. */
  readonly parse: ParseYaml
  /** Keeps what was parsed since, and nothing that was not asked for. Never rejects: then all is parsed again. */
  readonly keep: () => Promise<void>
}

/**
 * @param folder where compiled code is kept, for this is trusted as much; it is used if it is ours alone to write to
 * @param of what the files belong to; of each thing one set of files is kept
 */
export async function openParsedFiles(folder: string, of: string): Promise<ParsedFiles> {
  const place = path.join(folder, `sayso-catalogue-${digestOf(of).slice(0, 16)}.json`)
  const known = (await isOurs(folder)) ? await readKept(place) : new Map<string, unknown>()
  const used = new Map<string, unknown>()
  let isNew = false

  const parse: ParseYaml = (file, text, report) => {
    const digest = digestOf(`yaml ${yaml.version}\n${text}`)
    const value = known.get(digest)
    if (value !== undefined) {
      used.set(digest, value)
      return { file, value, problemAt: (...at) => placed(file, text).problemAt(...at) }
    }
    const source = parseYamlSource(file, text, report)
    // What it says now, for whoever reads it may freeze it.
    const copy: unknown = source === null ? null : JSON.parse(JSON.stringify(source.value))
    if (source === null || copy === null || !isDeepStrictEqual(copy, source.value)) return source
    used.set(digest, copy)
    isNew = true
    return source
  }

  return {
    parse,
    keep: async () => {
      if (!isNew && used.size === known.size) return
      await writeKept(place, used).catch(() => undefined)
    },
  }
}

/** Parsed in earnest, for the places of its values. */
function placed(file: string, text: string) {
  const source = parseYamlSource(file, text, () => undefined)
  if (source === null) throw new TypeError(`${file} was parsed before and cannot be parsed now`)
  return source
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    const { uid, mode } = await stat(folder)
    return uid === process.getuid?.() && (mode & 0o022) === 0
  } catch {
    return false
  }
}

async function readKept(place: string): Promise<Map<string, unknown>> {
  try {
    // Written by `writeKept` alone.
    return new Map(Object.entries(JSON.parse(await readFile(place, 'utf8')) as Record<string, unknown>))
  } catch {
    return new Map()
  }
}

async function writeKept(place: string, values: ReadonlyMap<string, unknown>): Promise<void> {
  const folder = path.dirname(place)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await isOurs(folder))) return
  const aside = `${place}.${randomUUID()}`
  await writeFile(aside, JSON.stringify(Object.fromEntries(values)), { mode: 0o600 })
  await rename(aside, place)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
