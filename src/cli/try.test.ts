import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tryText } from './try.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Ended = { readonly status: number | string | null; readonly stdout: string; readonly stderr: string }

function sayso(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'src', 'main.ts'), 'try', ...args],
      { timeout: 20_000 },
      (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : (error.code ?? null), stdout, stderr })
      },
    )
  })
}

describe('sayso try', () => {
  test('says what a text is read as, by which sentence, and what its slots took where', async () => {
    expect(await sayso('Please, cancel order 204!', '--as', 'operator')).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        'reading: {"kind":"wishes","wishes":[{"command":"CANCEL_ORDER","args":{"id":"204"},"source":"sentence"}]}',
        '1. CANCEL_ORDER (not allowed): <cancel> <order> {id}',
        '   literals 11, wildcards 0, reach 0, danger 2',
        '   id = 204, from "204" at 21-24',
        '',
      ].join('\n'),
    })
  })

  test('prints one line of JSON with what comes after the best, in the language that is asked for', async () => {
    const { status, stdout } = await sayso('anota no pedido duzentos e quatro que é frágil', '--lang', 'pt', '--json')
    expect([status, stdout.split('\n').length]).toEqual([0, 2])
    const { language, reading, fits } = JSON.parse(stdout)
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

  test('says so when no sentence fits', async () => {
    expect((await sayso('what a day')).stdout).toBe(
      'reading: {"kind":"unknown"}\nno sentence fits the text as a whole\n',
    )
  })

  test('knows no other role', async () => {
    await expect(tryText.run(['help', '--as', 'king'])).rejects.toThrow(/There is no role "king"; known: /u)
  })

  test.each([[], ['two', 'texts']])('says how it is used when it is not understood: %j', async (...args) => {
    await expect(tryText.run(args)).rejects.toThrow(/^Usage: sayso try/u)
  })
})
