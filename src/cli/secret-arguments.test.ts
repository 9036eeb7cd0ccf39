import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { refuseSecretWords, withSecretsFromInput } from './secret-arguments.ts'

const command = {
  parameters: ['id', 'code', 'pin'].map((name) => ({ name, kind: name === 'id' ? 'scalar' : 'secret' }) as Parameter),
}
const fill = (words: readonly string[], typed: string, isAttended = false) =>
  withSecretsFromInput(command, words, { isAttended, input: Readable.from([typed]) })

const refuse = (...words: readonly string[]) => refuseSecretWords(command, ['id', 'code'], ['SET', 'id=2', ...words])

test('each secret that is asked for on standard input takes a line of it, in their order', async () => {
  const words = ['SET', 'pin=-', 'id=-', 'code=-']
  expect(await fill(words, 'one two\r\n"three"=4\n')).toEqual(['SET', 'pin=one two', 'id=-', 'code="three"=4'])
})

test('a line that is missing or empty is told', async () => {
  await expect(fill(['SET', 'code=-', 'pin=-'], 'one\n')).rejects.toThrow('pin=- takes a line of standard input')
  await expect(fill(['SET', 'code=-'], '')).rejects.toThrow('code=- takes a line of standard input')
})

test('on a terminal the person is asked, and nothing is read', async () => {
  expect(await fill(['SET', 'id=2', 'code=-'], 'one\n', true)).toEqual(['SET', 'id=2'])
})

test('a secret among the words is refused with what to write, one from standard input is not', () => {
  expect(() => refuse('code=hunter22')).toThrow('code is a secret, and everybody on this machine sees what stands')
  expect(() => refuse('hunter22')).toThrow('Write code=- and put it on standard input')
  expect(() => refuse('code=-')).not.toThrow()
})
