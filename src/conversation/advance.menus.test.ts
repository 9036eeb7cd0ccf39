import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogue: Catalogue
let world: ConversationWorld
let ana: ReturnType<ConversationWorld['chatOf']>

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

/** The number of an option of the menu that was just shown. */
function numberOf(
  reply: { readonly options?: readonly { readonly n: number; readonly label: string }[] },
  label: RegExp,
): string {
  const option = reply.options?.find((each) => label.test(each.label))
  if (option === undefined) throw new Error(`No option ${label} in ${JSON.stringify(reply.options)}`)
  return String(option.n)
}

describe('a greeting', () => {
  test('is answered with the name and the menu, whose numbers count', () => {
    const shown = ana.say('Hello!')
    expect(shown).toMatchObject({ about: 'menu', text: expect.stringMatching(/^Hello, Ana!/) })
    expect(ana.say(numberOf(shown, /orders/i)).about).toBe('menu')
  })

  test('leaves open what is open, and says so', () => {
    const token = ana.say('cancel order 204').confirm?.expect ?? ''
    expect(ana.say('good morning').text).toMatch(/^Hello, Ana!\n\n.*Cancel order 204/s)
    expect(ana.say('thanks').text).toMatch(/^You are welcome\.\n\n.*Cancel order 204/s)
    expect(ana.sayAll(token)).toEqual([])
  })
})

test('a greeting after a preview that has lapsed shows the menu again', () => {
  ana.say('cancel order 204')
  world.wait(6 * 60_000)
  ana.watch()
  expect(ana.say('hello').about).toBe('menu')
})

describe('menus', () => {
  test.each([
    ['en', 'add a note to order 205: call', 'stop'],
    ['pt-BR', 'anota no pedido 205: ligar', 'parar'],
    ['es', 'anota en el pedido 205: llamar', 'parar'],
  ])('%s: over “%s”, “%s” drops that as well, and 0 closes the menu alone', (language, wish, stop) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    chat.say('menu')
    chat.say('0')
    expect(chat.session()).toMatchObject({ menu: null, pending: { lapsed: false } })
    chat.say('menu')
    expect(chat.say(stop).command?.reason).toBe('declined')
    expect(chat.session()).toMatchObject({ menu: null, pending: null })
  })

  test('lead by numbers to the same question and preview as words', () => {
    const orders = ana.say(numberOf(ana.say('menu'), /orders/i))
    expect(orders.about).toBe('menu')
    expect(ana.say(numberOf(orders, /cancel an order/i)).about).toBe('ask')
    expect(ana.say('204').preview).toMatchObject({ action: 'Cancel', target: '204' })
  })

  test('show only what the person may do', () => {
    const vera = createConversationWorld({ catalogue }).chatOf({ roles: ['viewer'] })
    const orders = vera.say(numberOf(vera.say('menu'), /orders/i))
    expect(orders.options?.map(({ label }) => label)).not.toContainEqual(
      expect.stringMatching(/cancel|refund|reinstate/i),
    )
  })

  test('go back one folder, and from a question to the menu that it was picked from', () => {
    const orders = ana.say(numberOf(ana.say('menu'), /orders/i))
    expect(ana.say('back').text).toContain('What would you like to do')
    ana.say(numberOf(ana.say('menu'), /orders/i))
    ana.say(numberOf(orders, /cancel an order/i))
    expect(ana.say('back').options).toEqual(orders.options)
    expect(ana.say(numberOf(orders, /list/i)).about).toBe('outcome')
  })

  test('page past nine, and the last page leads back to the first', () => {
    const admin = ana.say(numberOf(ana.say('menu'), /admin/i))
    expect(admin.options).toHaveLength(9)
    const seen = new Set(admin.options?.slice(0, 8).map(({ label }) => label))
    let page = ana.say('9')
    while (!/first/i.test(page.options?.at(-1)?.label ?? '')) {
      page.options?.slice(0, 8).forEach(({ label }) => seen.add(label))
      page = ana.say('9')
    }
    page.options?.slice(0, -1).forEach(({ label }) => seen.add(label))
    const wanted = [...catalogue.commands.values()].filter(({ path }) => path.startsWith('admin.'))
    expect(seen.size).toBe(wanted.length)
    expect(ana.say(String(page.options?.length)).options).toEqual(admin.options)
  })

  test('a number that is not on the menu shows it again, and it stays open', () => {
    const menu = ana.say('menu')
    expect(ana.say('97').options).toEqual(menu.options)
    expect(ana.say(numberOf(menu, /orders/i)).about).toBe('menu')
  })

  test.each([
    ['en', 'menu', 'order 204'],
    ['en', 'menu', 'the order 204'],
    ['en', 'menu', 'status of 204'],
    ['pt-BR', 'menu', 'pedido 204'],
    ['es', 'menú', 'pedido 204'],
  ])('%s: after "%s" the words "%s" ask for what they ask for without it', (language, menu, words) => {
    const bia = world.chatOf({ name: 'Bia', language })
    expect(bia.say(menu).about).toBe('menu')
    expect(bia.say(words).command).toMatchObject({ name: 'ORDER_STATUS', status: 'executed' })
  })

  test.each(['2', 'two', 'the 2', 'number 2', 'option 2', 'the second one'])('%s picks from it', (words) => {
    const second = ana.say('menu').options?.[1]?.label
    expect(ana.say(words).text).toContain(`*${second}*`)
  })

  test.each([
    ['en', 'hello', 'status of 204', 'what about 207?'],
    ['pt-BR', 'oi', 'status do 204', 'e o 207?'],
    ['pt-BR', 'oi', 'status do 204', 'e o 207'],
    ['es', 'hola', 'estado del 204', '¿y el 207?'],
  ])('%s: after “%s” and “%s”, “%s” is no number of it', (language, greeting, wish, words) => {
    const bia = world.chatOf({ name: 'Bia', language })
    bia.say(greeting)
    bia.say(wish)
    expect(bia.say(words).text).toContain('Pedro Alves')
  })

  test('pt-BR: “é o 2” picks, and so does “e o 2” where nothing was asked before', () => {
    for (const words of ['é o 2', 'e o 2']) {
      const bia = world.chatOf({ name: 'Bia', language: 'pt-BR' })
      const second = bia.say('menu').options?.[1]?.label
      expect(bia.say(words).text).toContain(`*${second}*`)
    }
  })

  test('are left by whoever asks for something in words', () => {
    const menu = ana.say('hello')
    ana.say('status of 204')
    expect(ana.say(numberOf(menu, /orders/i)).text).toContain('belongs to no list')
  })

  test('a number that no menu has is the thing of that number, whether a menu is open or not', () => {
    ana.say('hello')
    expect(ana.say('204').command).toMatchObject({ name: 'ORDER_STATUS', status: 'executed' })
    expect(ana.say('207').text).toContain('Pedro Alves')
  })

  test('a number that cannot be one of the thing that would be looked at is not looked up', () => {
    const parameters = (catalogue.commands.get('ORDER_STATUS')?.parameters ?? []).map((each) => ({
      ...each,
      schema: { ...each.schema, pattern: '^[0-9]{3}$' },
    }))
    world.catalogue = withCommand(catalogue, 'ORDER_STATUS', { command: { parameters } })
    world.shop.orders.set('2040', { customer: 'Zoe', cents: 100, status: 'paid', refundedCents: 0, notes: [] })
    expect(ana.say('2040').text).toContain('belongs to no list')
    expect(ana.say('204').text).toContain('Maria Souza')
  })

  test('a menu shown later takes over the numbers from a choice, and the preview below stays open', () => {
    const preview = ana.say('cancel order 204')
    const menu = ana.say('menu')
    expect(ana.say(numberOf(menu, /orders/i)).about).toBe('menu')
    ana.sayAll(preview.confirm?.expect ?? '')
    expect(ana.work().at(-1)?.command).toMatchObject({ name: 'CANCEL_ORDER', status: 'executed' })
  })

  test.each([
    ['en', 'Reports', '*Reports*'],
    ['pt-BR', 'relatorios', '*Relatórios*'],
    ['es', 'administracion', '*Administración*'],
  ])('%s: an entry may be called by its name: “%s”', (language, name, title) => {
    const bia = world.chatOf({ language })
    bia.say('menu')
    expect(bia.say(name)).toMatchObject({ about: 'menu', text: expect.stringContaining(title) })
    expect(bia.say('xyzzy').about).toBe('help')
  })

  test('after a preview the old numbers are refused with a fresh menu', () => {
    ana.say(numberOf(ana.say('menu'), /orders/i))
    ana.say('cancel order 204')
    const fresh = ana.say('3')
    expect(fresh.about).toBe('menu')
    expect(fresh.text).toContain('belongs to no list')
  })
})
