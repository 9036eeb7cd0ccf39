import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation-harness.ts'

let catalogue: Catalogue
let world: ConversationWorld

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
  world = createConversationWorld({ catalogue })
})

const helpOf = (text: string, who = {}) => {
  const { about, text: shown } = world.chatOf(who).say(text)
  expect(about).toBe('help')
  return shown
}

describe('help', () => {
  test('is one line a menu, with how much it holds and an example, and says how to go on', () => {
    const lines = helpOf('help').split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toBe("• *Orders* (7): “what's the status of order 204?” or ORDER_STATUS id=…")
    expect(lines.at(-1)).toMatch(/^HELP Orders shows more of it\. MENU/u)
    const counts = lines.slice(1, -1).map((line) => Number(/\((\d+)\)/u.exec(line)?.[1]))
    expect(counts.reduce((one, other) => one + other)).toBe(catalogue.commands.size)
  })

  test('shows the commands themselves to who may ask for few', () => {
    const lines = helpOf('help', { roles: ['claimant'] }).split('\n')
    expect(lines.filter((line) => line.startsWith('•'))).toEqual([
      '• Become the first owner: “make me the owner” or ADD_OWNER',
    ])
    expect(lines.join('\n')).not.toContain('shows more of it')
  })

  test.each([
    ['help orders', 'en', '*Orders*'],
    ['HELP Orders', 'en', '*Orders*'],
    ['help with orders?', 'en', '*Orders*'],
    ['help order', 'en', '*Orders*'],
    ['ajuda pedidos', 'pt-BR', '*Pedidos*'],
    ['ajuda com os relatórios', 'pt-BR', '*Relatórios*'],
    ['ayuda pedidos', 'es', '*Pedidos*'],
  ])('%s (%s) shows all of the menu', (text, language, title) => {
    expect(helpOf(text, { language }).split('\n')[0]).toBe(title)
  })

  test.each([
    ['help CANCEL_ORDER', 'en'],
    ['help cancel order', 'en'],
    ['help Cancel an order', 'en'],
    ['ajuda CANCEL_ORDER', 'pt-BR'],
    ['ayuda cancel_order', 'es'],
  ])('%s (%s) says how the command is asked for and what it takes', (text, language) => {
    const shown = helpOf(text, { language })
    expect(shown).toContain('CANCEL_ORDER id=…')
    expect(shown.split('\n').filter((line) => line.startsWith('• '))).toHaveLength(2)
  })

  test('names the choices of a parameter in the language, and what will be asked before it is done', () => {
    expect(helpOf('ajuda LIST_ORDERS', { language: 'pt-BR' })).toContain(
      '• status: situação (se quiser) – pago, enviado, entregue, cancelado, reembolsado\nSó consulta',
    )
    expect(helpOf('help DELETE_FILE')).toContain('only when you send the words or the code')
  })

  test('lists what has the word in its title when that is several', () => {
    expect(helpOf('help role')).toMatch(/GRANT_ROLE[\s\S]*REVOKE_ROLE/u)
  })

  test('never names what the person may not ask for', () => {
    const viewer = { roles: ['viewer'] }
    const hidden = [...catalogue.commands.values()].filter(({ scope }) => /cancel|refund|forget|pause/u.test(scope))
    for (const text of ['help', 'help orders', 'help admin', 'help cancel order', 'help CANCEL_ORDER', 'help role']) {
      const shown = helpOf(text, viewer)
      expect(hidden.filter(({ token }) => new RegExp(`\\b${token}\\b(?!”)`, 'u').test(shown))).toEqual([])
    }
    expect(helpOf('help CANCEL_ORDER', viewer)).toMatch(/^I did not understand that/u)
  })

  test('about something unknown is a hint, and kept as not understood', () => {
    expect(helpOf('help *bananas*\u202e')).toMatch(/^I did not understand that/u)
    expect(world.ledger.evidence.at(-1)).toMatchObject({ evidence: 'message.not_understood' })
  })

  test('does not swallow a wish, nor a long text', () => {
    for (const [language, text] of [
      ['en', 'help me cancel order 204'],
      ['pt-BR', 'me ajuda a cancelar o pedido 204'],
      ['es', 'ayúdame a cancelar el pedido 204'],
    ] as const) {
      expect(world.chatOf({ language }).say(text).about).toBe('preview')
    }
    expect(world.chatOf().say('help me').text).toMatch(/^What you can ask for/u)
    expect(world.chatOf().say('help my order has not come and nobody answers me').text).toContain('did not understand')
  })
})
