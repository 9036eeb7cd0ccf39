/**
 * What is kept of a catalogue from one start to the next, for reading and judging it are a third of a start: what its files said when
 * they were parsed, and that nothing was found wrong in it. YAML is parsed with the place of every value, for what may be wrong with it;
 * of files that have not changed the values are read back instead, and parsed only where something turns out to be wrong. A catalogue
 * in which something is wrong is judged anew every time.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseYamlSource } from './source/yaml-source.ts'

export type ParseYaml = typeof parseYamlSource

/** Where something is kept, and what it holds good for. */
export type KeepingPlace = {
  /** Where compiled code is kept, for this is trusted as much; it is used if it is ours alone to write to. */
  readonly folder: string
  /** A digest of the program that reads and judges (`digestOfProgram`). */
  readonly program: string
  /** What a catalogue is judged by beside the program, as a text; `null` where no text tells, and it is judged every time. */
  readonly surroundings: string | null
}

export type KeptCatalogue = {
  /** Whether nothing was found wrong when everything was as it is now. */
  readonly wasSound: boolean
  /** As `parseYamlSource`; its sources know whether they were sound. */
  readonly parse: ParseYaml
  /** Keeps what was parsed since, and whether it is sound; nothing that was not asked for. Never rejects: then all is done again. */
  readonly keep: (found: { readonly isSound: boolean }) => Promise<void>
}

/** What the file holds. */
type Kept = {
  /** The digest of what was found sound. */
  readonly sound: string | null
  /** What files said, by digest. */
  readonly values: Readonly<Record<string, unknown>>
}

const nothing: Kept = { sound: null, values: {} }

/**
 * @param of what the files belong to; of each thing one set of files is kept
 * @param version of the catalogue, which no other one has
 */
export async function openKeptCatalogue(
  { folder, program, surroundings }: KeepingPlace,
  of: string,
  version: string,
): Promise<KeptCatalogue> {
  const place = path.join(folder, `sayso-catalogue-${digestOf(of).slice(0, 16)}.json`)
  const kept = (await isOurs(folder)) ? await readKept(place) : nothing
  const known = new Map(Object.entries(kept.values))
  const used = new Map<string, unknown>()
  const verdict = surroundings === null ? null : digestOf(JSON.stringify([program, version, surroundings]))
  const wasSound = verdict !== null && verdict === kept.sound
  let isNew = false

  const parse: ParseYaml = (file, text, report) => {
    const digest = digestOf(`${program}\n${text}`)
    const value = known.get(digest)
    if (value !== undefined) {
      used.set(digest, value)
      return { file, value, wasSound, problemAt: (...at) => placed(file, text).problemAt(...at) }
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
    wasSound,
    parse,
    keep: async ({ isSound }) => {
      const sound = isSound ? verdict : null
      if (!isNew && used.size === known.size && sound === kept.sound) return
      await writeKept(place, { sound, values: Object.fromEntries(used) }).catch(() => undefined)
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

async function readKept(place: string): Promise<Kept> {
  try {
    // Written by `writeKept` alone, if not by an earlier version of it.
    const read = JSON.parse(await readFile(place, 'utf8')) as Partial<Kept>
    return { ...nothing, ...read }
  } catch {
    return nothing
  }
}

async function writeKept(place: string, kept: Kept): Promise<void> {
  const folder = path.dirname(place)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await isOurs(folder))) return
  const aside = `${place}.${randomUUID()}`
  await writeFile(aside, JSON.stringify(kept), { mode: 0o600 })
  await rename(aside, place)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
