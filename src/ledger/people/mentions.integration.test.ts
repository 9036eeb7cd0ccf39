import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { isMentioned, mentionsSql } from './mentions.ts'
import { mentionOf } from '../../testing/mention-of.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'

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
    'call １１９９００００００２',
    'call ١١٩٩٠٠٠٠٠٠٢',
    'call १११११, no: ११ ९९००० ०००२',
    '11\u200b99000\u200b0002',
    '1\u00ad1 99000 0002',
    '*11* 99000 0002',
    '11  -  99000  -  0002',
    '11_99000_0002',
    '11:99000:0002',
    '11\n99000\t0002',
    'João\u200b d’Ávila',
    'Jo\u00adão d’Ávila',
    'João\u3164 d’Ávila',
    '*João* _d’Ávila_',
    'João-d’Ávila',
    'João\u2003d’Ávila',
    'João d Ávila',
    '\u200bJoão d’Ávila\u200b',
    'Ｊｏãｏ ｄ’Áｖｉｌａ',
    '\u{1d40d}o: \u{1d409}oão d’Ávila',
    'JOÃO D’ÁVILA’s',
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
    '11 99000 a 0002',
    'order ١١٩٩٠٠٠٠٠٠٢٠',
    'João de d’Ávila',
    'éJoão d’Ávila',
    'João d’Ávila\u200br',
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

  test.each(['ИВАН ПЕТРОВ', '«иван» петров', 'Иван\u00ad-Петров'])(
    'by a name of other letters is found in %j, whatever the locale of the database',
    async (text) => {
      const ivan = mentionOf({ phone: '+5511990000002', name: 'Иван Петров' })
      expect(await both(text, ivan)).toEqual([true, true])
      expect(await both('Иван и Петров', ivan)).toEqual([false, false])
    },
  )

  test('by a name is found whatever accent it ends with', async () => {
    const andre = mentionOf({ phone: '+5511990000002', name: 'Zé André' })
    for (const text of ['Zé André', 'ze andre', '"ZE\u0301 ANDRE\u0301"'])
      expect(await both(text, andre)).toEqual([true, true])
  })

  test('of a name is never read as a pattern', async () => {
    const odd = mentionOf({ phone: '+5511990000002', name: '.* (x|y]' })
    expect(await both('anything at all', odd)).toEqual([false, false])
    expect(await both('see .* (x|y] there', odd)).toEqual([true, true])
  })

  test('is the same to Postgres as here, whatever stands around it', async () => {
    const around = fc.string({
      unit: fc.constantFrom(...Array.from('aé1٢ .,-\n\t\\(#"’*n\u200b\u00ad\u3164\u0301')),
      maxLength: 6,
    })
    const said = fc.constantFrom('João d’Ávila', '+55 11 99000-0002', '11990000002', 'joao d’avila', '1199000')
    await fc.assert(
      fc.asyncProperty(around, said, around, fc.nat(20), async (before, name, after, cut) => {
        const text = `${before}${name}${after}`
        const split = `${name.slice(0, cut)}${before}${name.slice(cut)}`
        for (const each of [text, split]) {
          const [here, there] = await both(each)
          expect(there).toBe(here)
        }
      }),
      { numRuns: 200 },
    )
  })

  test.each(['1 ', '1', ' ', 'joao ', 'joao d', '\\n', '\u200b', '\u0301', '1\u200b'])(
    'is looked for in bounded time in very many of %j',
    async (part) => {
      const long = part.repeat(100_000)
      for (const text of [long, `joao${long}`, `joao d avil${long}`, `1${long}`])
        expect(await both(text)).toEqual([false, false])
    },
  )

  test('is looked for in every text of a value, however deep', () => {
    expect(isMentioned(joao, { rows: [{ phone: '+5511990000002' }] })).toBe(true)
    expect(isMentioned(joao, { rows: [11_990_000_002] })).toBe(true)
    expect(isMentioned(joao, [null, true, { a: 'none' }])).toBe(false)
  })
})
