/** What people read of the evidence, in every language that is shipped. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reasonCodes, type ReasonCode } from '../../../envelope/lifecycle.ts'
import type { JsonObject } from '../../../json.ts'
import { appendEvidence } from '../../../ledger/evidence/evidence.ts'
import { unfilledInLabel } from '../../../conversation/render/show-columns.ts'
import { moveEnvelope } from '../../../ledger/commands/envelopes.ts'
import { recordOutcome } from '../../../ledger/commands/record-outcome.ts'
import { loadShippedCatalogue } from '../../../testing/catalogues/conversation-catalogue.ts'
import { buildStep } from '../../../testing/build-step.ts'
import { changePeople } from '../../../testing/installations/change-people.ts'
import { runTestChain } from '../../../testing/run-test-chain.ts'
import { shownOutcome } from '../../../testing/conversation/shown-outcome.ts'
import { createTestLedger, type TestLedger } from '../../../testing/installations/test-ledger.ts'
import { reject } from '../../../turns/write-decisions.ts'
import { createAdminReads } from './admin-reads.ts'

const catalogue = await loadShippedCatalogue()
const languages = [...catalogue.locales.keys()]

let house: TestLedger
let queue: 'up' | 'down' = 'up'
let now = Date.parse('2026-11-21T12:00:00Z')

beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

/** Later each time: the newest is the last. */
const clock = () => new Date((now += 1000))

async function read(token: string, language: string, args: JsonObject = {}): Promise<string> {
  const { ledger, secrets, lane, database } = house
  await database.pool.query('update people set language = $1', [language])
  const actions = createAdminReads({
    db: ledger.db,
    secrets,
    clock,
    catalogue: () => catalogue,
    queueHealth: async () => queue,
  })
  const outcome = await runTestChain(catalogue.commands.get(token)?.chain ?? [], actions, {
    args,
    actor: { id: lane.personId },
  })
  return shownOutcome(catalogue, token, args, outcome, language)
}

async function lastOfHistory(language: string): Promise<string> {
  return (await read('HISTORY', language)).split('\n').at(-1) ?? ''
}

async function failWith(reason: ReasonCode): Promise<void> {
  const commandId = await house.confirm()
  const outcome = { kind: 'failed', reason, explanation: '', effect: 'none', outputs: {} } as const
  await house.ledger.db
    .transaction()
    .execute((db) => recordOutcome(db, { secrets: house.secrets, clock }, { commandId, from: 'confirmed', outcome }))
}

async function rejectWith(reason: ReasonCode): Promise<void> {
  const commandId = await house.accept()
  const context = { ...house.lane, messageId: null }
  await house.ledger.db
    .transaction()
    .execute((db) => reject({ secrets: house.secrets, clock }, db, context, commandId, 'accepted', reason))
}

const codes: ReadonlySet<string> = new Set(reasonCodes)

/** What is a code, or no words, or told of more reasons than one. */
function faultsOf(reasons: readonly string[]): readonly string[] {
  return reasons.filter(
    (reason, index) => codes.has(reason) || !/^[\p{L}, ]{5,60}$/u.test(reason) || reasons.indexOf(reason) !== index,
  )
}

test('HISTORY and STATUS tell why a command failed in words, never by a code, for every reason and language', async () => {
  const inHistory = new Map<string, string[]>(languages.map((language) => [language, []]))
  const inStatus = new Map<string, string[]>(languages.map((language) => [language, []]))
  for (const reason of reasonCodes) {
    await failWith(reason)
    for (const language of languages) {
      inHistory.get(language)?.push(/ \((.*)\) · /u.exec(await lastOfHistory(language))?.[1] ?? '')
      inStatus.get(language)?.push(/• #\S+ ARCHIVE: (.*?) · /u.exec(await read('STATUS', language))?.[1] ?? '')
    }
  }
  expect([...inHistory.values()].map(faultsOf)).toEqual(languages.map(() => []))
  expect(inStatus).toEqual(inHistory)
})

test('HISTORY tells why a command was not done in words, never by a code, for every reason and language', async () => {
  const told = new Map<string, string[]>(languages.map((language) => [language, []]))
  for (const reason of reasonCodes) {
    await rejectWith(reason)
    for (const language of languages)
      told.get(language)?.push(/ \((.*)\) · /u.exec(await lastOfHistory(language))?.[1] ?? '')
  }
  expect([...told.values()].map(faultsOf)).toEqual(languages.map(() => []))
})

test.each([
  'command.accepted',
  'command.confirmed',
  'command.executed',
  'command.compensated',
  'confirmation.refused',
  'message.not_understood',
  'access.refused',
  'access.locked_out',
  'access.owner_code_used',
  'access.owner_code_shown',
  'secret.rotated',
  'admin.person_added',
  'admin.person_removed',
  'admin.person_renamed',
  'admin.person_forgotten',
  'admin.role_granted',
  'admin.role_revoked',
  'admin.language_set',
  'admin.time_zone_set',
  'admin.owner_added',
  'admin.paused',
  'admin.resumed',
])('HISTORY says %s in every language', async (kind) => {
  const { ledger, secrets, lane } = house
  await appendEvidence(ledger.db, secrets, [{ at: clock(), kind, personId: lane.personId, facts: {} }])
  const told: string[] = []
  for (const language of languages) told.push(await lastOfHistory(language))
  const words = told.map((line) => /Ana: (.*)$/u.exec(line)?.[1] ?? '')
  expect(words.filter((text) => !/^[\p{L} ]{4,60}$/u.test(text))).toEqual([])
  expect(new Set(words).size).toBe(languages.length)
})

test.each([
  ['en', 'owner, operator, boss'],
  ['pt-BR', 'responsável, operação, boss'],
  ['es', 'responsable, operación, boss'],
])('in %s people are told with their roles as the language calls them', async (language, roles) => {
  await changePeople(
    { db: house.ledger.db, secrets: house.secrets },
    `update people set roles = '{owner,operator,boss}'`,
  )
  expect(await read('LIST_PEOPLE', language)).toContain(`Ana · +1 · ${roles}`)
  expect(await read('WHOAMI', language)).toContain(`: ${roles}\n`)
})

test.each([
  ['en', 'Language: English;'],
  ['pt-BR', 'Idioma: português (Brasil);'],
  ['es', 'Idioma: español;'],
  ['en-GB', 'Language: British English;'],
  ['fr', 'Language: French;'],
])('WHOAMI says the language of who is set down for %s', async (language, told) => {
  expect(await read('WHOAMI', language)).toContain(told)
})

test('whoever may not list the people is given none of them to choose from', async () => {
  const { ledger, secrets, lane } = house
  const deps = { db: ledger.db, secrets, clock, catalogue: () => catalogue, queueHealth: async () => queue }
  const all = catalogue.entities.get('person')?.all
  const rowsFor = async (roles: string): Promise<unknown> => {
    await changePeople(deps, 'update people set roles = $1', [roles])
    const step = buildStep({ ...all, stepName: 'List', yield: ['listed'] })
    const outcome = await runTestChain([step], createAdminReads(deps), { actor: { id: lane.personId } })
    return outcome.kind === 'executed' ? outcome.outputs['List'] : outcome
  }
  expect(await rowsFor('{operator}')).toEqual({ rows: [], more: false })
  expect(await rowsFor('{owner}')).toMatchObject({ rows: [{ name: 'Ana' }] })
})

describe('HISTORY', () => {
  let others: TestLedger

  beforeEach(async () => {
    others = house
    house = await createTestLedger()
  })
  afterEach(async () => {
    await house.close()
    house = others
  })

  test('says whether there is more before what fits, in every language', async () => {
    const { ledger, secrets, lane } = house
    const more = /there is more before it|há mais antes disso|hay más antes/u
    const pauses = (count: number) =>
      Array.from({ length: count }, () => ({ at: clock(), kind: 'admin.paused', personId: lane.personId, facts: {} }))
    await appendEvidence(ledger.db, secrets, pauses(30))
    for (const language of languages) expect(await read('HISTORY', language)).not.toMatch(more)
    await appendEvidence(ledger.db, secrets, pauses(1))
    for (const language of languages) {
      const [first, ...entries] = (await read('HISTORY', language)).split('\n')
      expect(first).toMatch(more)
      expect(entries).toHaveLength(30)
    }
  })

  test('of a day tells of that day alone, as it is where whoever asks is, and says which day had nothing', async () => {
    const { ledger, secrets, lane, database } = house
    const paused = (at: string) => ({ at: new Date(at), kind: 'admin.paused', personId: lane.personId, facts: {} })
    const moments = ['2026-11-03T02:59:00Z', '2026-11-03T03:00:00Z', '2026-11-04T02:59:00Z', '2026-11-04T03:00:00Z']
    await appendEvidence(ledger.db, secrets, moments.map(paused))
    const timesIn = async (zone: string, day: string) => {
      await database.pool.query('update people set time_zone = $1', [zone])
      const [, ...entries] = (await read('HISTORY', 'en', { day })).split('\n')
      return entries.map((line) => line.replaceAll(/\s/gu, ' ').split(' · ')[0])
    }
    expect(await timesIn('America/Sao_Paulo', '2026-11-03')).toEqual(['11/3/26, 12:00 AM', '11/3/26, 11:59 PM'])
    expect(await timesIn('UTC', '2026-11-03')).toEqual(['11/3/26, 2:59 AM', '11/3/26, 3:00 AM'])
    for (const [language, nothing] of [
      ['en', 'Nothing is recorded there. Friday, November 20, 2026'],
      ['pt-BR', 'Nada registrado aqui. sexta-feira, 20 de novembro de 2026'],
      ['es', 'No hay nada registrado. viernes, 20 de noviembre de 2026'],
    ] as const)
      expect(await read('HISTORY', language, { day: '2026-11-20' })).toBe(nothing)
  })

  test('of a period tells of its days, the first and the last, and of no others', async () => {
    const { ledger, secrets, lane, database } = house
    await database.pool.query(`update people set time_zone = 'America/Sao_Paulo'`)
    const resumed = (at: string) => ({ at: new Date(at), kind: 'admin.resumed', personId: lane.personId, facts: {} })
    const moments = ['2026-11-09T02:59:00Z', '2026-11-09T03:00:00Z', '2026-11-16T02:59:00Z', '2026-11-16T03:00:00Z']
    await appendEvidence(ledger.db, secrets, moments.map(resumed))
    const [, ...entries] = (await read('HISTORY', 'en', { period: 'last-week' })).split('\n')
    expect(entries.map((line) => line.replaceAll(/\s/gu, ' ').split(' · ')[0])).toEqual([
      '11/9/26, 12:00 AM',
      '11/15/26, 11:59 PM',
    ])
    expect(await read('HISTORY', 'en', { period: 'last-month' })).toBe('Nothing is recorded there.')
  })

  test('of one’s own tells what one did and what came of it, and nothing of anybody else', async () => {
    const { ledger, secrets, lane } = house
    const commandId = await house.accept({ target: '777', action: 'Own' })
    await appendEvidence(ledger.db, secrets, [
      { at: clock(), kind: 'command.executed', commandId, facts: {} },
      { at: clock(), personId: lane.personId, kind: 'admin.role_granted', facts: {} },
      { at: clock(), personId: randomUUID(), kind: 'admin.language_set', facts: {} },
    ])
    const own = await read('HISTORY', 'en', { whose: 'mine' })
    expect(own).toContain('OWN 777')
    expect(own).toContain('a role was granted')
    expect(own).not.toContain('language')
    expect(await read('HISTORY', 'en')).toContain('language')
  })

  test('tells once of what only looked, and of what changed something when it was asked for and when it was done', async () => {
    const { ledger, secrets } = house
    for (const [safety, action] of [
      ['read', 'Look'],
      ['mutation', 'Note'],
    ] as const) {
      const commandId = await house.accept({ safety, target: '204', action })
      await appendEvidence(ledger.db, secrets, [
        { at: clock(), kind: 'command.accepted', commandId, facts: {} },
        { at: clock(), kind: 'command.executed', commandId, facts: {} },
      ])
      const outcome = { kind: 'executed', outputs: {} } as const
      const done = { from: 'accepted', to: 'executed', reason: null, outcome } as const
      if (safety === 'read') await moveEnvelope(ledger.db, commandId, done, clock())
    }
    const [, ...entries] = (await read('HISTORY', 'en')).split('\n')
    expect(entries.map((line) => /: (\p{L}+[\p{L} ]*) · (\w+)/u.exec(line)?.slice(1))).toEqual([
      ['done', 'LOOK'],
      ['asked for', 'NOTE'],
      ['done', 'NOTE'],
    ])
  })

  test.each([
    ['en', 'Nothing is recorded of “maria”.'],
    ['es', 'No hay nada registrado de “maria”.'],
    ['pt-BR', 'Não há nada registrado de “maria”.'],
  ])('says in %s of what nothing is recorded, and finds a thing by what it is called', async (language, nothing) => {
    const { ledger, secrets } = house
    expect(await read('HISTORY', language, { target: 'maria' })).toBe(nothing)
    const facts = { order: { id: '204', customer: 'Maria Souza' } }
    const commandId = await house.accept({ target: '204', action: 'Note', facts })
    await appendEvidence(ledger.db, secrets, [{ at: clock(), kind: 'command.executed', commandId, facts: {} }])
    expect(await read('HISTORY', language, { target: 'maria' })).toContain('NOTE 204')
  })

  test('of one thing leaves out who only looked at it, and does not send anybody to itself, in every language', async () => {
    const { ledger, secrets } = house
    const about = async (safety: 'read' | 'mutation', count: number) => {
      for (let n = 0; n < count; n++) {
        const commandId = await house.accept({ safety, target: '204', action: safety === 'read' ? 'Look' : 'Note' })
        await appendEvidence(ledger.db, secrets, [{ at: clock(), kind: 'command.accepted', commandId, facts: {} }])
      }
    }
    await about('mutation', 1)
    await about('read', 31)
    const found = await read('HISTORY', 'en', { target: '204' })
    expect(found).toMatch(/^What happened, oldest first:\n.*NOTE 204/u)
    expect(found).not.toContain('LOOK')
    await about('mutation', 30)
    for (const language of languages) {
      const [first, ...entries] = (await read('HISTORY', language, { target: '204' })).split('\n')
      expect(first).toMatch(/no longer fits|já não cabe|ya no cabe/u)
      expect(first).not.toMatch(/history of|histórico de|historial de/u)
      expect(entries).toHaveLength(30)
    }
  })
})

test('STATUS is not all right while changes are refused, in every language', async () => {
  for (const language of languages) {
    queue = 'up'
    expect(await read('STATUS', language)).toMatch(/^✅ /u)
    queue = 'down'
    expect(await read('STATUS', language)).toMatch(/^⚠️ /u)
  }
})

test.each([
  ['en', 'no role'],
  ['pt-BR', 'sem papel'],
  ['es', 'sin rol'],
])('in %s somebody without any role is listed with words for it', async (language, none) => {
  await changePeople({ db: house.ledger.db, secrets: house.secrets }, `update people set roles = '{}'`)
  expect(await read('LIST_PEOPLE', language)).toContain(`Ana · +1 · ${none}`)
})

test.each([
  ['en', '301 people may speak here; the first 200 by name:', '… and there are more'],
  ['es', '301 personas pueden hablar conmigo; las primeras 200 por nombre:', '… y hay más'],
  ['pt-BR', '301 pessoas podem falar comigo; as primeiras 200 por nome:', '… e há mais'],
])('LIST_PEOPLE counts all people and says in %s that its list is cut', async (language, first, last) => {
  const { pool } = house.database
  await changePeople(
    { db: house.ledger.db, secrets: house.secrets },
    `insert into people (phone, name, roles, language, time_zone, source)
      select '+99' || n, 'Person ' || n, '{viewer}', 'en', 'UTC', 'crowd' from generate_series(1, 300) n`,
  )
  try {
    const lines = (await read('LIST_PEOPLE', language)).split('\n')
    expect(lines[0]).toContain(first)
    expect(lines.filter((line) => line.includes(' · +'))).toHaveLength(200)
    expect(lines.at(-1)).toContain(last)
  } finally {
    await pool.query("delete from people where source = 'crowd'")
  }
})

describe('people', () => {
  beforeEach(async () => {
    const { ledger, secrets } = house
    await changePeople(
      { db: ledger.db, secrets },
      `insert into people (phone, name, roles, language, time_zone, source) values
        ('+5511990000071', 'Olga', '{operator}', 'en', 'UTC', 'tasks'), ('+5511990000072', 'Vera', '{viewer}', 'en', 'UTC', 'tasks'),
        ('+5511990000073', 'Oto', '{viewer,owner}', 'en', 'UTC', 'tasks'), ('+5511990000074', 'Nil', '{}', 'en', 'UTC', 'tasks')`,
    )
  })
  afterEach(async () => {
    await house.database.pool.query("delete from people where source = 'tasks'")
  })

  test.each([
    ['cancelling', ['Oto']],
    ['refunding', ['Oto']],
    ['reinstating', ['Olga', 'Oto']],
    ['seeing', ['Olga', 'Vera', 'Oto']],
    ['adding-people', ['Oto']],
    ['removing-people', ['Oto']],
  ])('LIST_PEOPLE for the task %s lists those whose roles allow it', async (task, names) => {
    expect(namesOf(await read('LIST_PEOPLE', 'en', { task }))).toEqual(names)
  })

  test('LIST_PEOPLE lists everybody where no task is said', async () => {
    expect(namesOf(await read('LIST_PEOPLE', 'en'))).toEqual(['Olga', 'Vera', 'Oto', 'Nil'])
  })

  test.each([
    ['en', /^(?:One person|\d+ people) may do that:/u],
    ['pt-BR', /^(?:Uma pessoa pode|\d+ pessoas podem) fazer isso:/u],
    ['es', /^(?:Una persona puede|\d+ personas pueden) hacer eso:/u],
  ])('LIST_PEOPLE says in %s what they may', async (language, first) => {
    expect(await read('LIST_PEOPLE', language, { task: 'cancelling' })).toMatch(first)
  })

  test.each([
    ['person', 'byId', '+5511990000071'],
    ['person', 'byName', 'Olga'],
    ['person', 'alike', 'Olha'],
    ['person-ever', 'byId', '+5511990000071'],
    ['person-ever', 'byName', 'Olga'],
    ['person-ever', 'alike', 'Olha'],
  ] as const)('a lookup of %s %s gives all that its label shows', async (entity, way, value) => {
    const { ledger, secrets, database } = house
    const { rows: owners } = await database.pool.query<{ id: string }>("select id from people where name = 'Oto'")
    const step = catalogue.entities.get(entity)?.[way]
    if (step == null) throw new TypeError(`No lookup ${way} of ${entity}`)
    const actions = createAdminReads({
      db: ledger.db,
      secrets,
      clock,
      catalogue: () => catalogue,
      queueHealth: async () => queue,
    })
    const chain = [buildStep({ stepName: 'lookup', ...step })]
    const outcome = await runTestChain(chain, actions, { args: { value }, actor: { id: owners[0]?.id ?? '' } })
    const { rows } = outcome.outputs['lookup'] as { rows: readonly (JsonObject & { id: string })[] }
    expect(rows.length).toBeGreaterThan(0)
    for (const locale of catalogue.locales.values())
      expect(unfilledInLabel({ catalogue, locale }, entity, rows[0] ?? { id: '' })).toEqual([])
  })
})

function namesOf(text: string): readonly string[] {
  return ['Olga', 'Vera', 'Oto', 'Nil'].filter((name) => text.includes(`${name} · `))
}
