/**
 * A shop with Sayso in front of it, as processes: the commands of `voice-catalogue`, a database of orders, products and people,
 * and a chat for everybody who says something. Whoever speaks here confirms every preview without reading it, and answers no
 * question: what is executed is what Sayso itself took for the wish.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startDoor, type Door, type Said } from '../src/testing/processes/door.ts'
import { startPostgresServer } from '../src/testing/servers/postgres-server.ts'
import type { InstalledModel } from '../src/voice/models/model-store.ts'
import type { Names } from '../src/voice/ear/names.ts'

/** What became of something that was said. */
export type Told = {
  /** Command and arguments of every envelope that was executed, in order, and whether it changes anything. */
  readonly executed: readonly { readonly command: string; readonly changes: boolean }[]
  /** Whether a question was asked. */
  readonly asked: boolean
  /** Until the first reply, in milliseconds. */
  readonly firstReplyMs: number
  /** What the first reply says. */
  readonly reply: string
}

export type VoiceShop = {
  /** Somebody new says something, and confirms what is shown. */
  readonly say: (said: Omit<Said, 'from'>) => Promise<Told>
  readonly close: () => Promise<void>
}

const catalogue = path.join(import.meta.dirname, 'voice-catalogue')
const shippedMessages = path.join(import.meta.dirname, '..', 'locales', 'en', 'messages.yaml')
/** As many may speak. */
const people = 400
/** One note may hold so many wishes. */
const maxPreviews = 4

/** The folder that `SAYSO_CATALOGUE` names: the bench's commands, and what Sayso always says besides. */
export async function layOutCatalogue(folder: string): Promise<void> {
  await cp(catalogue, folder, { recursive: true })
  await cp(shippedMessages, path.join(folder, 'locales', 'en', 'messages.yaml'))
}

/** What the few things of the shop are called, as its commands look them up. */
export async function shopNames(): Promise<Names> {
  const sql = await readFile(path.join(catalogue, 'shop.sql'), 'utf8')
  const named = (id: string): readonly string[] =>
    Array.from(sql.matchAll(new RegExp(`\\('${id}\\d+', '([^']+)'`, 'gu')), ([, name = '']) => name)
  return { product: named('p'), customer: named('c'), colleague: named('s') }
}

export async function openVoiceShop(model: InstalledModel): Promise<VoiceShop> {
  const dir = await mkdtemp(path.join(tmpdir(), 'sayso-voice-bench-'))
  const postgres = await startPostgresServer()
  const shop = await openShop(postgres.url)
  const commands = path.join(dir, 'catalogue')
  await layOutCatalogue(commands)
  await mkdir(path.join(dir, 'data', 'models'), { recursive: true })
  await symlink(model.folder, path.join(dir, 'data', 'models', model.name))
  const peopleFile = path.join(dir, 'people.yaml')
  await writeFile(peopleFile, `people:\n${Array.from({ length: people }, (_none, n) => personLine(n)).join('')}`)
  const env = {
    DATABASE_URL: postgres.url,
    SHOP_DATABASE_URL: shop.url,
    SAYSO_SECRET: 'a secret of the bench that is long enough',
    SAYSO_CATALOGUE: commands,
    SPEECH: 'local',
  }
  const door = startDoor({ dir: path.join(dir, 'data'), env, people: peopleFile })
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await door.idle()
  const schema = await schemaOf(client)
  let speakers = 0

  return {
    say: (said) => {
      speakers += 1
      return talk({ door, client, schema }, { ...said, from: phoneOf(speakers) })
    },
    close: async () => {
      await door.stop()
      await client.end()
      await shop.close()
      await postgres.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

type House = { readonly door: Door; readonly client: Client; readonly schema: string }

async function talk({ door, client, schema }: House, said: Said): Promise<Told> {
  const from = door.lines.length
  const repliesFrom = (at: number) =>
    door.lines.slice(at).filter(({ to, about }) => to === said.from && about !== undefined)
  const begun = performance.now()
  const over = door.turn(said)
  await door.until('a first reply', () => repliesFrom(from)[0])
  const firstReplyMs = performance.now() - begun
  await over
  let confirmed = from
  for (let previews = 0; previews < maxPreviews; previews++) {
    await door.idle()
    const preview = repliesFrom(confirmed).findLast(({ about }) => about === 'preview')
    if (preview === undefined) break
    confirmed = door.lines.length
    await door.turn({ from: said.from, text: preview.confirm?.expect ?? '' })
  }
  const { rows } = await client.query<{ name: string; safety: string; args: object }>(
    `select e.name, e.safety, e.document->'args' as args from ${schema}.envelopes e join ${schema}.people p on p.id = e.person_id
     where p.phone = $1 and e.status = 'executed' order by e.created_at`,
    [said.from],
  )
  const replies = repliesFrom(from)
  return {
    executed: rows.map(({ name, safety, args }) => ({
      command: `${name} ${JSON.stringify(args).toLowerCase()}`,
      changes: safety !== 'read',
    })),
    asked: replies.some(({ about }) => about === 'ask' || about === 'choose'),
    firstReplyMs,
    reply: replies[0]?.text ?? '',
  }
}

async function schemaOf(client: Client): Promise<string> {
  const found = await client.query<{ schema: string }>(
    `select table_schema as schema from information_schema.tables where table_name = 'envelopes'`,
  )
  const [only] = found.rows
  if (only === undefined) throw new Error('There is no ledger')
  return only.schema
}

/** A database of its own beside the ledger's. */
async function openShop(url: string): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = new Client({ connectionString: url })
  await server.connect()
  await server.query('create database bench_shop')
  await server.end()
  const own = new URL(url)
  own.pathname = '/bench_shop'
  const client = new Client({ connectionString: own.href })
  await client.connect()
  await client.query(await readFile(path.join(catalogue, 'shop.sql'), 'utf8'))
  return { url: own.href, close: () => client.end() }
}

function personLine(n: number): string {
  return `  - { phone: "${phoneOf(n)}", name: "Owner ${n}", roles: [owner], language: en }\n`
}

function phoneOf(n: number): string {
  return `+1555010${String(n).padStart(4, '0')}`
}
