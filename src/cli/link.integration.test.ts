import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSayso } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import { linkTo } from './link.ts'

const shipped = fileURLToPath(new URL('../..', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-link-'))
})
afterAll(() => rm(folder, { recursive: true }))

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
