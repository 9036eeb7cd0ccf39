import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withStays } from '../testing/catalogues/stays-catalogue.ts'

const catalogue = await loadShippedCatalogue()
const stays = withStays(catalogue)

function talk(language: string, what = catalogue): Chat {
  return createConversationWorld({ catalogue: what }).chatOf({ language })
}

describe('a value that is no thing, said while a list of things is open', () => {
  test.each([
    ['en', "refund 10 of Pedro's order", 'no, R$20'],
    ['en', "refund 10 of Pedro's order", 'no, 20 reais'],
    ['en', "refund 10 of Pedro's order", 'wait, no, 20 reais'],
    ['pt-BR', 'devolve 10 reais do pedido do Pedro', 'não, 20 reais'],
    ['pt-BR', 'devolve 10 reais do pedido do Pedro', 'não, R$ 20,00'],
    ['es', 'reembolsa 10 reales del pedido de Pedro', 'no, 20 reales'],
  ])('%s: “%s”, “%s” is the sum, and the list stays open', (language, request, correction) => {
    const ana = talk(language)
    const { about, options } = ana.say(request)
    expect(about).toBe('choose')
    const told = ana.say(correction)
    expect(told).toMatchObject({ about: 'choose', options })
    expect(told.text.split('\n')[0]).toMatch(/^(?:Changed|Mudei|Cambiado): .*20/u)
    expect(ana.say('1').preview).toMatchObject({ target: '207', args: { amount: '20.00 BRL' } })
  })

  test('is refused like any other where it cannot be', () => {
    const ana = talk('en')
    ana.say("refund 10 of Pedro's order")
    expect(ana.say('no, $20').about).toBe('choose')
    expect(ana.say('2').text).toContain('Order 208 is in R$ (BRL)')
  })

  test('is a thing where nothing but its figures is said, or the number of one in the list', () => {
    const ana = talk('en')
    ana.say("refund 10 of Pedro's order")
    expect(ana.say('no, 20').text).toContain('There is no order “20”.')
    ana.say("refund 10 of Pedro's order")
    expect(ana.say('no, 208').preview).toMatchObject({ target: '208', args: { amount: '10.00 BRL' } })
  })

  test.each([
    ['en', 'book Ana in Pedro from monday to thursday', 'no, friday', '2026-03-02', '2026-03-06'],
    ['en', 'book Ana in Pedro from tuesday to thursday', 'no, monday', '2026-03-02', '2026-03-05'],
    ['pt-BR', 'reserva para Ana no Pedro de segunda a quinta', 'não, sexta', '2026-03-02', '2026-03-06'],
    ['es', 'reserva para Ana en el Pedro del lunes al jueves', 'no, el viernes', '2026-03-02', '2026-03-06'],
  ])('%s: “%s”, “%s” is the day that it can be', (language, request, correction, first, last) => {
    const ana = talk(language, stays)
    expect(ana.say(request).about).toBe('choose')
    expect(ana.say(correction).options).toHaveLength(2)
    expect(ana.say('2').preview).toMatchObject({ target: '208', args: { guest: 'Ana', first, last } })
  })

  test('leaves the list as it is where either day may be meant', () => {
    const ana = talk('en', stays)
    ana.say('book Ana in Pedro from monday to thursday')
    expect(ana.say('no, wednesday').options).toHaveLength(2)
    expect(ana.say('2').preview?.args).toMatchObject({ first: '2026-03-02', last: '2026-03-05' })
  })
})

describe('a value that is no thing, said while a thing is asked for', () => {
  test.each([
    ['en', 'refund 50 reais', 'no, 30 reais'],
    ['en', 'refund 50 reais', 'sorry, R$30'],
    ['pt-BR', 'reembolsa 50 reais', 'não, 30 reais'],
    ['pt-BR', 'reembolsa 50 reais', 'na verdade 30 reais'],
    ['es', 'reembolsa 50 reales', 'no, 30 reales'],
  ])('%s: “%s”, “%s” is the sum, and the question stays open', (language, request, correction) => {
    const ana = talk(language)
    const { text: asked } = ana.say(request)
    const told = ana.say(correction)
    expect(told.about).toBe('ask')
    expect(told.text).toMatch(/^(?:Changed|Mudei|Cambiado): .*30/u)
    expect(told.text.split('\n')[1]).toBe(asked)
    expect(ana.say('205').preview).toMatchObject({ target: '205', args: { amount: '30.00 BRL' } })
  })

  test('is a thing where nothing but its figures is said, or what it is called', () => {
    const ana = talk('en')
    ana.say('refund 50 reais')
    expect(ana.say('no, 30').text).toContain('There is no order “30”.')
    expect(ana.say('no, 207').preview).toMatchObject({ target: '207', args: { amount: '50.00 BRL' } })
    ana.say('refund 50 reais')
    expect(ana.say('no, the one of Maria').preview).toMatchObject({ target: '204', args: { amount: '50.00 BRL' } })
  })
})
