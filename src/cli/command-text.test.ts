import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { runSayso } from '../testing/run-sayso.ts'
import { runSaysoHere } from '../testing/run-sayso-here.ts'
import { createUnderstanding, type Understanding } from '../understanding/create-understanding.ts'
import { catalogueSources } from './catalogue-sources.ts'
import { commandText } from './command-text.ts'
import { linkTo } from './link.ts'

const shipped = fileURLToPath(new URL('../..', import.meta.url))
const when = { now: new Date('2026-11-20T12:00:00Z'), timeZone: 'America/Sao_Paulo' }
let catalogue: Catalogue
let understanding: Understanding
let folder: string

beforeAll(async () => {
  catalogue = await loadCatalogue(catalogueSources(shipped))
  understanding = createUnderstanding({ catalogue })
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-command-text-'))
})
afterAll(() => rm(folder, { recursive: true }))

const textOf = (...words: readonly string[]) =>
  commandText(catalogue, words, { understanding, when, complete: true }).text

describe('commandText()', () => {
  test('never lets a value become anything but that value', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== '')
    const marked = fc
      .tuple(value, fc.constantFrom(' id=1', '" id=1', "' x", '\\', '”', ',', ' please', '!', '*'))
      .map(([a, b]) => a + b)
    fc.assert(
      fc.property(fc.oneof(value, marked), (note) => {
        const text = textOf('ADD_NOTE', 'id=204', `text=${note}`)
        const reading = understanding.read(text, { kind: 'nothing' }, 'en', when)
        expect(reading).toMatchObject({
          kind: 'wishes',
          wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: note } }],
        })
      }),
      { numRuns: 200 },
    )
  })

  test('takes the target without its name, and what people call it', () => {
    expect(textOf('order_status', '204')).toBe('ORDER_STATUS 204')
    expect(textOf('CANCEL_ORDER', 'id=Maria Souza')).toBe('CANCEL_ORDER id="Maria Souza"')
  })

  test('tells everything that is wrong at once, and how it is written', () => {
    expect(() => textOf('ADD_PERSON', 'phone=12', 'role=king')).toThrow(
      /^phone: .+\nname is missing\.\nrole: .+\nWrite it like: ADD_PERSON phone=… name=… role=…$/u,
    )
    expect(() => textOf('NO_SUCH')).toThrow('There is no command NO_SUCH')
  })
})

describe('sayso link', () => {
  test('prints a link whose text is the command, whatever its values hold', async () => {
    const { code, out } = await runSayso([
      'link',
      'ADD_NOTE',
      'id=204',
      'text=50% & more #1?',
      '--to',
      '+55 11 99000-0001',
    ])
    expect(code).toBe(0)
    const url = new URL(out.trim())
    expect([url.origin, url.pathname, url.hash]).toEqual(['https://wa.me', '/5511990000001', ''])
    expect([...url.searchParams]).toEqual([['text', 'ADD_NOTE id=204 text="50% & more #1?"']])
  })

  test('leaves what is missing to the bot, and refuses what is wrong', async () => {
    const to = ['--to', '+5511990000001']
    expect(await runSaysoHere(['link', 'CANCEL_ORDER', ...to])).toMatchObject({ code: 0 })
    expect(await runSaysoHere(['link', 'REFUND_ORDER', 'amount=lots', ...to])).toMatchObject({ code: 2, out: '' })
    expect(await runSaysoHere(['link', 'CANCEL_ORDER', '--to', '123'])).toMatchObject({ code: 2, out: '' })
    expect(() => linkTo('+5511990000001', 'x'.repeat(2000))).toThrow('do not work everywhere')
  })

  test('never holds a secret', async () => {
    for (const part of ['commands', 'locales'])
      await cp(path.join(shipped, part), path.join(folder, part), { recursive: true })
    const file = path.join(folder, 'commands', 'orders', 'note.yaml')
    const yaml = await readFile(file, 'utf8')
    const secret = yaml
      .replace('{ name: text, kind: scalar', '{ name: text, kind: secret')
      .replace('text: { type: string, minLength: 1,', 'text: { type: string, minLength: 4,')
    await writeFile(file, secret)
    const { code, out, err } = await runSaysoHere(
      ['link', 'ADD_NOTE', 'id=204', 'text=hunter2', '--to', '+5511990000001'],
      {
        env: { SAYSO_CATALOGUE: folder },
      },
    )
    expect({ code, out, err }).toMatchObject({ code: 2, out: '' })
    expect(err).toContain('text is a secret')
    expect(err).not.toContain('hunter2')
  })
})
