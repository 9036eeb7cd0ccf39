import { describe, expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const readers = {
  shop: createReader(await loadShippedCatalogue()),
  clinic: createReader(await loadClinic()),
}

function commandOf(at: keyof typeof readers, language: string, text: string): string | null {
  const reading = readers[at](text, { kind: 'nothing' }, language)
  return reading.kind === 'wishes' ? (reading.wishes[0]?.command ?? null) : null
}

const stated = [
  ['shop', 'en', 'Otto left the company', 'REMOVE_PERSON'],
  ['shop', 'en', '204 must be cancelled', 'CANCEL_ORDER'],
  ['shop', 'en', 'Otto should be an owner', 'GRANT_ROLE'],
  ['shop', 'en', 'the customer of order 204 wants to cancel', 'CANCEL_ORDER'],
  ['shop', 'pt-BR', 'o Otto saiu da empresa', 'REMOVE_PERSON'],
  ['shop', 'pt-BR', 'a maria quer cancelar', 'CANCEL_ORDER'],
  ['shop', 'pt-BR', 'o cliente do 204 desistiu', 'CANCEL_ORDER'],
  ['shop', 'es', 'Otto ya no trabaja aquí', 'REMOVE_PERSON'],
  ['shop', 'es', 'maria quiere cancelar', 'CANCEL_ORDER'],
  ['clinic', 'en', "ana souza's appointment is done", 'MARK_AS_DONE'],
  ['clinic', 'en', 'ana souza paid 50', 'REGISTER_PAYMENT'],
  ['clinic', 'en', "ana souza isn't coming", 'CANCEL_APPOINTMENT'],
  ['clinic', 'pt-BR', 'a ana ferreira já foi atendida', 'MARK_AS_DONE'],
  ['clinic', 'pt-BR', 'a ana souza já pagou 50', 'REGISTER_PAYMENT'],
  ['clinic', 'pt-BR', 'a ana souza não vem', 'CANCEL_APPOINTMENT'],
] as const

describe('what is told asks for a change, and what is asked does not', () => {
  test.each(stated)('%s, in %s: “%s”', (at, language, text, command) => {
    expect(commandOf(at, language, text)).toBe(command)
    expect(commandOf(at, language, language === 'es' ? `¿${text}?` : `${text}?`)).toBeNull()
  })
})

test.each([
  ['en', 'can you cancel 204?', 'CANCEL_ORDER'],
  ['en', 'cancel 204?', 'CANCEL_ORDER'],
  ['en', 'add a note to 204: is it fragile?', 'ADD_NOTE'],
  ['en', 'where is 204?', 'ORDER_STATUS'],
  ['pt-BR', 'cancela o 204?', 'CANCEL_ORDER'],
  ['pt-BR', 'pode cancelar o 204?', 'CANCEL_ORDER'],
  ['pt-BR', 'o 204, cancela?', 'CANCEL_ORDER'],
  ['pt-BR', 'o 204 foi cancelado?', 'ORDER_STATUS'],
  ['es', '¿cancelas el 204?', 'CANCEL_ORDER'],
  ['es', '¿puedes cancelar el 204?', 'CANCEL_ORDER'],
])('a request stays one, and a look a look, in %s: “%s”', (language, text, command) => {
  expect(commandOf('shop', language, text)).toBe(command)
})
