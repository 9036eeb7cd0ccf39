/** What is counted in the texts that come with Sayso agrees with its number. */
import { describe, expect, test } from 'vitest'
import { localeFor } from '../../catalogue/locale-for.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { badKinds } from '../../ledger/verify/verify-ledger.ts'
import { format, say } from './say.ts'

const catalogue = await loadShippedCatalogue()

function done(language: string, path: string, values: Readonly<Record<string, string>>): string {
  const locale = localeFor(catalogue, language)
  return format(locale, locale.commands[path]?.done ?? '', values)
}

describe('what was erased of somebody', () => {
  test.each([
    ['en', '0 messages, 1 command and 1 piece of evidence', '1 message, 2 commands and 4 pieces of evidence'],
    ['es', '0 mensajes, 1 comando y 1 evidencia', '1 mensaje, 2 comandos y 4 evidencias'],
    ['pt-BR', '0 mensagens, 1 comando e 1 evidência', '1 mensagem, 2 comandos e 4 evidências'],
  ])('is counted in %s', (language, few, more) => {
    const forgotten = (messages: string, commands: string, payloads: string) =>
      done(language, 'admin.forget', { out_messages: messages, out_commands: commands, out_payloads: payloads })
    expect(forgotten('0', '1', '1')).toContain(few)
    expect(forgotten('1', '2', '4')).toContain(more)
  })
})

describe('what was verified of the evidence', () => {
  test.each([
    ['en', 'yes', '1', '1 row verified'],
    ['en', 'no', '1', '1 row before it is good'],
    ['en', 'no', '0', 'Nothing before it was checked'],
    ['es', 'yes', '1', '1 fila verificada,'],
    ['es', 'no', '2', 'Las 2 filas anteriores están bien'],
    ['pt-BR', 'yes', '1', '1 linha conferida,'],
    ['pt-BR', 'yes', '0', '0 linhas conferidas,'],
    ['pt-BR', 'no', '2', 'As 2 linhas anteriores estão boas'],
  ])('is counted in %s: %s, %s', (language, ok, checked, told) => {
    const values = {
      out_ok: ok,
      out_checked: checked,
      out_head: '7',
      out_where: '3',
      out_what: 'cut',
      out_command: 'none',
      out_unsealed: '0',
      out_erased: '0',
    }
    expect(done(language, 'admin.verify', values)).toContain(told)
  })

  const broken = { out_ok: 'no', out_checked: '1', out_head: '1', out_where: '2', out_unsealed: '0', out_erased: '0' }
  const said = (language: string, what: string, { where = '2', command = 'K7Q2M' } = {}) =>
    done(language, 'admin.verify', { ...broken, out_where: where, out_what: what, out_command: command })

  test.each(['en', 'es', 'pt-BR'])('says in %s what is wrong, of each kind in its own words', (language) => {
    const told = [...badKinds, 'something new'].map((kind) => said(language, kind).split('\n')[0])
    expect(new Set(told).size).toBe(badKinds.length + 1)
    for (const line of told) expect(line).toMatch(/ 2: [^{}]+\.$/u)
    expect(said(language, 'command_changed')).toContain('#K7Q2M')
    // Whoever starts it with another secret sees this, too.
    expect(said(language, 'changed', { where: '1' })).toContain('SAYSO_SECRET')
    expect(said(language, 'changed')).not.toContain('SAYSO_SECRET')
    expect(said(language, 'settlement_changed')).toContain('#K7Q2M')
    // Of a command that is not there any more nobody knows the reference.
    expect(said(language, 'settlement_changed', { command: 'none' })).not.toContain('#')
  })
})

test.each([
  ['en', 'invalid_too_long', 'at most 1 character.', 'at most 80 characters.'],
  ['en', 'invalid_too_short', 'at least 1 character.', 'at least 80 characters.'],
  ['en', 'invalid_too_many_members', 'at most 1 value.', 'at most 80 values.'],
  ['es', 'invalid_too_long', 'como máximo 1 carácter.', 'como máximo 80 caracteres.'],
  ['es', 'invalid_too_many_members', 'como máximo 1 valor.', 'como máximo 80 valores.'],
  ['pt-BR', 'invalid_too_short', 'no mínimo 1 caractere.', 'no mínimo 80 caracteres.'],
  ['pt-BR', 'invalid_too_many_members', 'no máximo 1 valor.', 'no máximo 80 valores.'],
])('a limit is counted in %s: %s', (language, key, one, many) => {
  const told = (limit: string) => say(localeFor(catalogue, language), key, { limit, name: 'note' })
  expect(told('1')).toContain(one)
  expect(told('80')).toContain(many)
})
