/** What a message names, wanted or not, is what the rest of it refers to, whatever an earlier message was about. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'

const catalogue = withDeliveries(await loadShippedCatalogue())

let ana: Chat

beforeEach(() => {
  ana = createConversationWorld({ catalogue }).chatOf()
})

function speaks(language: string): void {
  ana.person = { ...ana.person, language }
}

const corrected = [
  ['en', 'cancel order 204, no better move it to tuesday', 'MOVE_ORDER'],
  ['en', 'reinstate order 204, actually move it to tuesday', 'MOVE_ORDER'],
  ['en', "don't cancel 204, move it to tuesday", 'MOVE_ORDER'],
  ['pt-BR', 'cancela o pedido 204, não, melhor passa ele pra terça', 'MOVE_ORDER'],
  ['pt-BR', 'não cancela o 204, passa ele pra terça', 'MOVE_ORDER'],
  ['es', 'cancelame el pedido 204, mejor pasalo al martes', 'MOVE_ORDER'],
  ['es', 'cancelame el pedido 204 no mejor pasalo al jueves', 'MOVE_ORDER'],
  ['es', 'cancelame el pedido 204 o mejor pasalo al jueves', 'MOVE_ORDER'],
  ['es', 'no canceles el 204, pasalo al martes', 'MOVE_ORDER'],
  ['es', 'entregué el pedido 204, no, cancelalo', 'CANCEL_ORDER'],
] as const

describe('what is taken back says what “it” is', () => {
  test.each(corrected)('in %s after another order: “%s”', (language, text, command) => {
    speaks(language)
    ana.say('ORDER_STATUS id=208')
    expect(ana.say(text).preview?.args).toMatchObject({ id: '204' })
    expect(ana.pending().envelope.sayso.name).toBe(command)
  })

  test.each(corrected)('in %s after nothing: “%s”', (language, text) => {
    speaks(language)
    expect(ana.say(text).preview?.args).toMatchObject({ id: '204' })
  })

  test.each(corrected)('in %s while another order is open, or asked for: “%s”', (language, text, command) => {
    speaks(language)
    ana.say('CANCEL_ORDER id=208')
    expect(ana.say(text).preview?.args).toMatchObject({ id: '204' })
    ana.say('CANCEL_ORDER')
    expect(ana.say(text).preview?.args).toMatchObject({ id: '204' })
    expect(ana.pending().envelope.sayso.name).toBe(command)
    expect(ana.session().wishes).toEqual([])
  })

  test('by its name as well', () => {
    speaks('es')
    ana.say('muestra el pedido 208')
    expect(ana.say('cancelá el pedido de María, no, mejor pasalo al martes').preview?.args).toMatchObject({ id: '204' })
  })

  test('unless something is named since', () => {
    speaks('es')
    ana.sayAll('no canceles el 204, mostrame el pedido 205 y pasalo al martes')
    expect(ana.pending().envelope.args).toMatchObject({ id: '205' })
  })

  test('where it names several such things, the person is asked', () => {
    speaks('es')
    ana.say('muestra el pedido 208')
    expect(ana.say('no canceles el 204 y el 205, pasalo al martes').text).toContain('Which order?')
    expect(ana.session().pending).toBeNull()
  })
})

describe('a reference is read back', () => {
  test.each([
    ['mejor pasalo al martes', '“pasalo”: 208.'],
    ['lo cancelás', '“lo”: 208.'],
    ['por favor cancélalo', '“cancélalo”: 208.'],
    ['no canceles el 208, pasalo al martes', '“pasalo”: 208.'],
  ])('by its own words: “%s”', (text, readBack) => {
    speaks('es')
    ana.say('muestra el pedido 208')
    expect(ana.say(text).text).toContain(`Dijiste ${readBack}`)
  })

  test('also where it is the second of two', () => {
    speaks('es')
    ana.say('agregale 2 cajones al pedido 208 y pasalo al jueves')
    ana.sayAll('sí')
    expect(ana.work().at(-1)?.text).toContain('Dijiste “pasalo”: 208.')
  })

  test('no more once it is corrected', () => {
    speaks('es')
    ana.say('muestra el pedido 208')
    ana.say('pasalo al martes')
    expect(ana.say('no, el 204').text).not.toContain('pasalo')
  })
})
