import { describe, expect, test } from 'vitest'
import { runSayso, type SaysoRun } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'

function sayso(...args: readonly string[]): Promise<SaysoRun> {
  return runSaysoHere(['try', ...args])
}

describe('sayso try', () => {
  test('says what a text is read as, by which sentence, and what its slots took where', async () => {
    expect(await runSayso(['try', 'Please, cancel order 204!', '--as', 'operator'])).toEqual({
      code: 0,
      err: '',
      out: [
        'reading: {"kind":"wishes","wishes":[{"command":"CANCEL_ORDER","args":{"id":"204"},"source":"sentence"}]}',
        '1. CANCEL_ORDER (with approval): <cancel> [<order>|number|num|no|nr] {id}',
        '   literals 11, wildcards 0, reach 0, danger 2',
        '   id = 204, from "204" at 21-24',
        '',
      ].join('\n'),
    })
  })

  test('prints one line of JSON with what comes after the best, in the language that is asked for', async () => {
    const { code, out } = await sayso('anota no pedido duzentos e quatro que é frágil', '--lang', 'pt', '--json')
    expect([code, out.split('\n').length]).toEqual([0, 2])
    const { language, reading, fits } = JSON.parse(out)
    expect([language, reading.wishes[0].args]).toEqual(['pt-BR', { id: '204', text: 'é frágil' }])
    expect(fits.length).toBeGreaterThan(1)
    expect(fits[0]).toMatchObject({
      command: 'ADD_NOTE',
      allowed: null,
      slots: [
        { name: 'id', value: '204', text: 'duzentos e quatro', from: 16, to: 33 },
        { name: 'text', value: 'é frágil', text: 'é frágil', from: 38, to: 46 },
      ],
    })
  })

  test('says what the bot takes it for where the language makes nothing of it', async () => {
    const { out } = await sayso('cancel order 204', '--lang', 'pt-BR')
    expect(out).toMatch(/^reading: \{"kind":"unknown"\}\nas in another language: .*CANCEL_ORDER/u)
  })

  test('says so when no sentence fits', async () => {
    expect((await sayso('what a day')).out).toBe('reading: {"kind":"unknown"}\nno sentence fits the text as a whole\n')
  })

  test('takes no other language for the one that was named', async () => {
    const err = expect.stringContaining('There is no language "fr"; known: en, es, pt-BR')
    expect(await sayso('annule', '--lang', 'fr')).toEqual({ code: 2, out: '', err })
    expect(await runSaysoHere(['sentences', 'sample', 'CANCEL_ORDER', '--lang', 'fr'])).toEqual({
      code: 2,
      out: '',
      err,
    })
  })

  test('knows no other role', async () => {
    const err = expect.stringContaining('There is no role "king"; known: ')
    expect(await sayso('help', '--as', 'king')).toEqual({ code: 2, out: '', err })
  })

  test.each([[], ['two', 'texts']])('says how it is used when it is not understood: %j', async (...args) => {
    const err = expect.stringMatching(/^sayso: Usage: sayso try/u)
    expect(await sayso(...args)).toEqual({ code: 2, out: '', err })
  })
})
