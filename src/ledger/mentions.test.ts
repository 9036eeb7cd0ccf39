import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../testing/test-database.ts'
import { isMentioned, mentionOf, mentionsSql } from './mentions.ts'
import { openLedger, type Ledger } from './open-ledger.ts'

const joao = mentionOf({ phone: '+5511990000002', name: 'João d’Ávila' })
const bia = mentionOf({ phone: '+5511990000002', name: 'Bia' })

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})

afterAll(async () => {
  await ledger.close()
  await database.close()
})

async function inPostgres(text: string, mention = joao): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${mentionsSql(mention, sql`jsonb_build_object('text', ${text}::text)::text`)} as found`.execute(ledger.db)
  return rows[0]?.found === true
}

const both = async (text: string, mention = joao) => [isMentioned(mention, { text }), await inPostgres(text, mention)]

describe('a mention', () => {
  test.each([
    'call +5511990000002',
    'call +55 (11) 99000-0002!',
    'call 11 99000 0002',
    '11–99000–0002',
    'ask João d’Ávila',
    'ASK JOAO D’AVILA',
    'ask\nJoão  d’Ávila\nabout it',
    'Joa\u0303o d’Ávila',
  ])('is found in %j', async (text) => {
    expect(await both(text)).toEqual([true, true])
  })

  test.each([
    'call +5511990000003',
    'order 119900000020',
    'ask João',
    'ask João d’Ávilar',
    'Majoão d’Ávila',
    'n 9900 0002',
    '',
  ])('is not found in %j', async (text) => {
    expect(await both(text)).toEqual([false, false])
  })

  test.each([
    ['+5215512345678', 'call 55 1234 5678'],
    ['+525512345678', 'call +52 1 55 1234 5678'],
    ['+5491123456789', 'call 11 2345-6789'],
    ['+5511988887777', 'call 11 8888-7777'],
  ])('of %s is found in %j, which is the same line', async (phone, text) => {
    expect(await both(text, mentionOf({ phone, name: 'Bia' }))).toEqual([true, true])
  })

  test('by a name of one word is not looked for: it is the name of many', async () => {
    expect(await both('ask Bia', bia)).toEqual([false, false])
    expect(await both('ask Bia, +5511990000002', bia)).toEqual([true, true])
  })

  test('of a name is never read as a pattern', async () => {
    const odd = mentionOf({ phone: '+5511990000002', name: '.* (x|y]' })
    expect(await both('anything at all', odd)).toEqual([false, false])
    expect(await both('see .* (x|y] there', odd)).toEqual([true, true])
  })

  test('is the same to Postgres as here, whatever stands around it', async () => {
    const around = fc.string({ unit: fc.constantFrom(...Array.from('aé1 .,-\n\t(#"’')), maxLength: 6 })
    const said = fc.constantFrom('João d’Ávila', '+55 11 99000-0002', '11990000002', 'joao d’avila', '1199000')
    await fc.assert(
      fc.asyncProperty(around, said, around, async (before, name, after) => {
        const [here, there] = await both(`${before}${name}${after}`)
        expect(there).toBe(here)
      }),
      { numRuns: 200 },
    )
  })

  test('is looked for in every text of a value, however deep', () => {
    expect(isMentioned(joao, { rows: [{ phone: '+5511990000002' }] })).toBe(true)
    expect(isMentioned(joao, { rows: [11_990_000_002] })).toBe(true)
    expect(isMentioned(joao, [null, true, { a: 'none' }])).toBe(false)
  })
})
