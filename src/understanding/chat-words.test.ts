/** What people put around a wish in a chat: whom they address, how they lead in to it, and what they shorten. */
import { describe, expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'

const shipped = await loadShippedCatalogue()
const read = createReader(shipped)
const readAtClinic = createReader(await loadClinic())
const nothing = { kind: 'nothing' } as const

describe('what stands around a wish', () => {
  test.each([
    ['es', 'che boludo cancelá el pedido 204', '204'],
    ['es', 'cancelá el pedido 204 boludo', '204'],
    ['es', 'maestro, cancelá el pedido 204', '204'],
    ['es', 'cancelá el pedido 204 gracias genio', '204'],
    ['es', 'cancelá el pedido de Maria, capo', 'Maria'],
    ['es', 'quería ver si me podés cancelar el pedido 204', '204'],
    ['es', 'fijate de cancelar el pedido 204', '204'],
    ['es', 'fijate si podés cancelar el pedido 204 amigo', '204'],
    ['en', 'bro cancel order 204', '204'],
    ['en', 'cancel order 204 boss', '204'],
    ['en', 'could you check if you can cancel order 204', '204'],
    ['en', 'see if you can cancel order 204', '204'],
    ['en', 'dear sir kindly cancel order 204', '204'],
    ['en', 'pls cancel order 204 asap madam', '204'],
    ['en', 'cancel order 204 ji', '204'],
    ['en', 'kindly cancel order 204 and do the needful', '204'],
    ['en', 'please cancel order 204 and kindly revert', '204'],
    ['pt-BR', 'mano cancela o pedido 204', '204'],
    ['pt-BR', 'cancela o pedido 204 chefe', '204'],
    ['pt-BR', 'vê se consegue cancelar o pedido 204', '204'],
    ['pt-BR', 'veja se dá pra cancelar o pedido 204', '204'],
    ['pt-BR', 'cancela o pedido da Maria, meu amigo', 'Maria'],
  ])('is passed over, in %s: “%s”', (language, text, id) => {
    const reading = read(text, nothing, language)
    expect(reading).toMatchObject({ kind: 'wishes', wishes: [{ command: 'CANCEL_ORDER', args: { id } }] })
    expect(reading).not.toHaveProperty('aside')
  })

  test.each([
    ['es', 'cancelá el pedido de El Capo', 'El Capo'],
    ['es', 'cancelá el pedido de Pedro Maestro', 'Pedro Maestro'],
    ['en', 'cancel the order of Maria Boss', 'Maria Boss'],
    ['pt-BR', 'cancela o pedido do Chefe', 'Chefe'],
  ])('is a name where nothing parts it from one, in %s: “%s”', (language, text, id) => {
    expect(read(text, nothing, language)).toMatchObject({ kind: 'wishes', wishes: [{ args: { id } }] })
  })

  test.each(['so, ana souza paid 50', 'boss, ana souza paid 50'])('before a pause begins no name: “%s”', (text) => {
    expect(readAtClinic(text, nothing, 'en')).toMatchObject({
      kind: 'wishes',
      wishes: [{ args: { bill: 'ana souza' } }],
    })
  })
})

test.each([
  ['es', 'gracias genio'],
  ['en', 'thanks boss'],
  ['pt-BR', 'valeu mano'],
])('thanks may address somebody, in %s: “%s”', (language, text) => {
  expect(read(text, nothing, language)).toEqual({ kind: 'thanks' })
})

describe('a name gives back what is shortened behind it', () => {
  const parameter = shipped.commands.get('REFUND_ORDER')?.parameters.find(({ name }) => name === 'amount')
  if (parameter === undefined) throw new TypeError('REFUND_ORDER has no amount')
  const readIn = createReader(
    withParameter(shipped, 'REFUND_ORDER', parameter, { es: ['devolución de {id:name} [por] {amount}'] }),
  )

  test('where that is what the sentence has there', () => {
    const args = { id: 'maria', amount: '20' }
    expect(readIn('devolución de maria x 20', nothing, 'es')).toMatchObject({ kind: 'wishes', wishes: [{ args }] })
  })

  test('and keeps it where it is not', () => {
    const args = { id: 'pocho x mayor' }
    expect(read('cancelá el pedido de pocho x mayor', nothing, 'es')).toMatchObject({ wishes: [{ args }] })
  })
})

describe('a day that is asked for', () => {
  const day = { kind: 'value', type: 'date' } as const

  test.each([
    ['pasado', '2026-03-06'],
    ['para pasado', '2026-03-06'],
    ['anoche', '2026-03-03~night'],
  ])('may be “%s”', (text, value) => {
    expect(read(text, day, 'es')).toMatchObject({ kind: 'value', text: value })
  })

  test('is asked for where only a weekend was said', () => {
    const reading = readAtClinic('marca o joao com a helena no fim de semana', nothing, 'pt-BR')
    expect(reading).toMatchObject({ kind: 'later', asks: { args: { patient: 'joao', dentist: 'helena' } } })
  })
})
