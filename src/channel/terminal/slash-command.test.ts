import path from 'node:path'
import { expect, test } from 'vitest'
import { readSlashCommand } from './slash-command.ts'

const here = import.meta.filename

test.each(['status of order 204', '/orders/new.csv', '/notes.txt', '1/2', '/ 5', 'and/or', '//help', ''])(
  '%j is said to the bot',
  async (line) => {
    expect(await readSlashCommand(line)).toBeNull()
  },
)

test('a recording is named by its path, from where one stands', async () => {
  const named = path.relative(process.cwd(), here)
  expect(await readSlashCommand(`  /voice  ${named} `)).toEqual({ kind: 'voice', path: here })
})

test.each([
  ['/help', /^\/voice FILE/u],
  ['/HELP', /^There is no \/HELP here\. \/voice FILE.*\/help.*Ctrl-D/u],
  ['/file orders.csv', /^There is no \/file here\. \/voice FILE.*\/help.*Ctrl-D/u],
  ['/voice', /^Which recording\? \/voice FILE/u],
  ['/voice no such.ogg', /^There is no file \/.*\/no such\.ogg, so nothing was sent\.$/u],
  [`/voice ${path.join(here, 'below.ogg')}`, /^There is no file .*below\.ogg, so nothing was sent\.$/u],
  [`/voice ${path.dirname(here)}`, /is no file, so nothing was sent\.$/u],
])('%s is answered here', async (line, said) => {
  expect(await readSlashCommand(line)).toEqual({ kind: 'answer', text: expect.stringMatching(said) })
})
