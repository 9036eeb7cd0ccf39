import path from 'node:path'
import { expect, test } from 'vitest'
import { say } from '../../conversation/render/say.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
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
  ['/help', 'en', /^\/voice FILE.*\/help.*Ctrl-D/u],
  ['/HELP', 'en', /^There is no \/HELP here\. \/voice FILE.*\/help.*Ctrl-D/u],
  ['/file orders.csv', 'es', /^Aquí no hay \/file\. \/voice ARCHIVO.*\/help.*Ctrl-D/u],
  ['/voice', 'pt-BR', /^Qual gravação\? \/voice ARQUIVO/u],
  ['/voice no such.ogg', 'en', /^There is no file \/.*\/no such\.ogg, so nothing was sent\. Check its name\.$/u],
  [`/voice ${path.join(here, 'below.ogg')}`, 'es', /^No existe el archivo .*below\.ogg; no se envió nada\./u],
  [`/voice ${path.dirname(here)}`, 'pt-BR', / não é um arquivo; nada foi enviado\./u],
  [`/voice ${'x'.repeat(300)}`, 'en', /x cannot be read, so nothing was sent\./u],
])('%s is answered here, in %s', async (line, language, said) => {
  expect(await answered(line, language)).toMatch(said)
})

async function answered(line: string, language: string): Promise<string> {
  const command = await readSlashCommand(line)
  const locale = (await loadShippedCatalogue()).locales.get(language)
  if (command?.kind !== 'answer' || locale === undefined) throw new Error(`${line} is not answered here`)
  return say(locale, command.message, command.params)
}
