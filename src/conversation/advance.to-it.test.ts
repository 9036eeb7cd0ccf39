/** What is added to a thing or taken from it, where a pronoun stands for the thing: "agregale", "to it", "nele". */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'

const shipped = await loadShippedCatalogue()
const deliveries = withDeliveries(shipped)

function speaks(language: string, catalogue = shipped): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language })
}

function afterLookAt204(text: string, catalogue = shipped) {
  const chat = speaks('es', catalogue)
  chat.say('ORDER_STATUS id=204')
  return chat.sayAll(text)
}

describe('a note', () => {
  test.each([
    ['en', 'add a note to it: call', 'it'],
    ['en', 'add to it a note: call', 'it'],
    ['pt-BR', 'adiciona nele a nota call', 'nele'],
    ['pt-BR', 'adiciona uma nota nele: call', 'nele'],
    ['es', 'agregale una nota: call', 'agregale'],
    ['es', 'ponle una nota: call', 'ponle'],
    ['es', 'agrégale una nota que diga call', 'agrégale'],
  ])('in %s is of what was shown last: “%s”', (language, text, said) => {
    const chat = speaks(language)
    chat.say('ORDER_STATUS id=208')
    const { preview, text: shown } = chat.say(text)
    expect(preview).toMatchObject({ action: 'AddNote', args: { id: '208', text: 'call' } })
    expect(shown).toContain(`“${said}”: 208.`)
  })

  test('is of what was made, too', () => {
    const chat = speaks('es')
    chat.say('ADD_NOTE id=207 text=frágil')
    chat.sayAll('sí')
    chat.work()
    expect(chat.say('agregale una nota: llamar antes').preview?.target).toBe('207')
  })

  test.each([
    ['mostrame el pedido 204 y agregale una nota: call', '204'],
    ['cancela el 204, no, mejor agregale una nota: call', '204'],
    ['el pedido 204 agregale una nota: call', '204'],
    ['agregale una nota al pedido 204: call', '204'],
  ])('is of what the same message names: “%s”', (text, target) => {
    const chat = speaks('es')
    chat.say('ORDER_STATUS id=208')
    expect(chat.say(text).preview).toMatchObject({ action: 'AddNote', target })
  })

  test('is asked about where nothing was spoken of', () => {
    const chat = speaks('es')
    expect(chat.say('agregale una nota: call').text).toMatch(/^¿A qué te refieres con “agregale”\?\n¿A qué pedido/u)
    expect(chat.say('204').preview).toMatchObject({ action: 'AddNote', args: { id: '204', text: 'call' } })
  })
})

describe('what is added or taken out', () => {
  test.each([
    ['sacale la coca', 'TAKE_OUT', { id: '208', item: 'coca' }],
    ['sácale la coca', 'TAKE_OUT', { id: '208', item: 'coca' }],
    ['el pedido 204 sacale la coca', 'TAKE_OUT', { id: '204', item: 'coca' }],
    ['mostrame el 204 y sacale la coca', 'TAKE_OUT', { id: '204', item: 'coca' }],
    ['no canceles el 204, sacale la coca', 'TAKE_OUT', { id: '204', item: 'coca' }],
    ['agregale 2 cajones al pedido 204', 'ADD_ITEMS', { id: '204', quantity: 2, item: 'cajones' }],
  ])('“%s”', (text, command, args) => {
    const chat = speaks('es', deliveries)
    chat.say('ORDER_STATUS id=208')
    chat.sayAll(text)
    expect(chat.pending().envelope).toMatchObject({ args, sayso: { name: command } })
  })

  test('what is missing besides is asked for', () => {
    const chat = speaks('es', deliveries)
    chat.say('ORDER_STATUS id=208')
    expect(chat.say('agregale 2 más').text).toBe('Pedido 208 · What?')
    expect(chat.say('cajones').preview?.args).toEqual({ id: '208', quantity: 2, item: 'cajones' })
  })

  test('a note that is taken away is no order', () => {
    const chat = speaks('es')
    chat.say('ORDER_STATUS id=208')
    expect(chat.say('sacale la nota').text).toContain('¿Qué nota?')
  })
})

describe('“le” doubles what is said behind the verb', () => {
  test.each([
    ['ponele nota frágil al 205', { id: '205', text: 'frágil' }],
    ['ponele una nota al 205: frágil', { id: '205', text: 'frágil' }],
    ['ponele una nota a Beatriz: frágil', { id: '206', text: 'frágil' }],
    ['ponele una nota a beatriz frágil', { id: '206', text: 'frágil' }],
    ['agregale la nota frágil a Beatriz', { id: '206', text: 'frágil' }],
  ])('a note is of that thing: “%s”', (text, args) => {
    expect(afterLookAt204(text)[0]?.preview?.args).toEqual(args)
  })

  test.each([
    ['agregale 2 cocas al 205', { id: '205', quantity: 2, item: 'cocas' }],
    ['agregale 2 cocas a Beatriz', { id: '206', quantity: 2, item: 'cocas' }],
    ['sacale la coca al 205', { id: '205', item: 'coca' }],
  ])('what is added or taken out, too: “%s”', (text, args) => {
    expect(afterLookAt204(text, deliveries)[0]?.preview?.args).toEqual(args)
  })

  test.each(['ponele una nota a Pedro: frágil', 'agregale la nota frágil a Pedro'])(
    'which one is asked where several are called so: “%s”',
    (text) => {
      expect(afterLookAt204(text)[0]?.options).toHaveLength(2)
    },
  )

  test('nothing is called so', () => {
    expect(afterLookAt204('ponele una nota a Juan: frágil')[0]?.text).toContain('No existe el pedido “Juan”.')
    expect(afterLookAt204('ponele nota frágil al 999')[0]?.text).toContain('No existe el pedido “999”.')
  })

  test.each([
    ['agregale la nota llamar a Juan', 'llamar a Juan'],
    ['agregale la nota: llamar a Beatriz', 'llamar a Beatriz'],
    ['agregale una nota: llamar al 205', 'llamar al 205'],
    ['agregale una nota que diga llamar a Beatriz', 'llamar a Beatriz'],
    ['agregale una nota “a Beatriz: llamar”', 'a Beatriz: llamar'],
    ['ponele nota entregar a domicilio', 'entregar a domicilio'],
    ['ponele nota entregar a las 5', 'entregar a las 5'],
    ['ponele nota a revisar mañana', 'a revisar mañana'],
  ])('what is written down is not, nor what nothing is called: “%s”', (text, note) => {
    expect(afterLookAt204(text)[0]?.preview?.args).toEqual({ id: '204', text: note })
  })

  test('it is asked for besides what is open, too', () => {
    const chat = speaks('es')
    chat.say('cancela el pedido 204')
    chat.say('también ponele nota frágil a Beatriz')
    expect(chat.session().pending?.draft.args).toEqual({ id: '204' })
    expect(chat.sayAll('0').at(-1)?.preview?.args).toEqual({ id: '206', text: 'frágil' })
  })

  test('what else is asked for keeps it', () => {
    const chat = speaks('es')
    expect(chat.sayAll('mostrame el pedido 204 y ponele nota frágil al 205')[1]?.preview?.args).toEqual({
      id: '205',
      text: 'frágil',
    })
  })

  test.each(['ponele 20 pesos', 'ponele 20 pesos y sacale la nota', 'ponele 20 pesos pero sacale la nota'])(
    'what says nothing but a text is no note, whatever follows: “%s”',
    (text) => {
      expect(afterLookAt204(text).some(({ preview }) => preview !== undefined)).toBe(false)
    },
  )
})
