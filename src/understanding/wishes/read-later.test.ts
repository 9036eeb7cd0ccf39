import { describe, expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { withVisits } from '../../testing/catalogues/visits-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import type { Reading } from '../reading.ts'

const shipped = await loadShippedCatalogue()
const read = createReader(shipped)

function meaning(reading: Reading): string {
  if (reading.kind !== 'wishes') return reading.kind
  return reading.wishes.map(({ command, args }) => [command, ...Object.values(args)].join(' ')).join(', ')
}

describe('what is to be done at another time', () => {
  test.each([
    ['en', 'cancel order 204 tomorrow'],
    ['en', 'cancel order 204 tomorrow at 8'],
    ['en', 'cancel 204 at 5pm'],
    ['en', 'please cancel order 204 in two hours'],
    ['en', 'tonight cancel order 204'],
    ['en', 'tomorrow at 9, cancel order 204'],
    ['en', 'every day send me the monthly report'],
    ['en', 'cancel order 204 later'],
    ['en', 'pause for 1 hour'],
    ['en', 'pause everything until tomorrow'],
    ['en', 'refund 10 from order 205 next monday'],
    ['pt-BR', 'cancela o pedido 204 amanhã'],
    ['pt-BR', 'cancela o 204 daqui a duas horas'],
    ['pt-BR', 'amanhã às 8 cancela o pedido 204'],
    ['pt-BR', 'pausa por 1 hora'],
    ['pt-BR', 'pausa tudo até amanhã'],
    ['pt-BR', 'cancela o pedido 204 mais tarde'],
    ['es', 'cancela el pedido 204 mañana'],
    ['es', 'cancela el 204 en dos horas'],
    ['es', 'pausa por una hora'],
    ['es', 'pausa hasta mañana'],
    ['es', 'cancela el pedido 204 más tarde'],
    ['pt-BR', 'cancel order 204 tomorrow'],
    ['en', 'cancel order 204 tomorrow morning'],
    ['es', 'cancela el pedido 204 mañana por la mañana'],
    ['en', 'remind me to cancel order 204'],
    ['en', 'schedule a refund of 10 for order 205'],
    ['en', 'cancel on friday order 204'],
    ['pt-BR', 'cancela amanhã o 204'],
    ['pt-BR', 'cancela na sexta o pedido da maria'],
    ['es', 'cancela mañana el 204'],
    ['en', "tomorrow cancel Maria's order"],
    ['pt-BR', 'agenda o cancelamento do pedido 204'],
    ['es', 'recuérdame cancelar el pedido 204'],
  ])('is not done, and said so: %s: %s', (language, text) => {
    expect(meaning(read(text, { kind: 'nothing' }, language))).toBe('later')
  })

  test('says the words of time behind a name, which may say which one is meant', () => {
    expect(read("cancel Maria's order tomorrow at 8", { kind: 'nothing' }, 'en')).toEqual({
      kind: 'later',
      said: 'tomorrow at 8',
    })
    expect(read('cancel order 204 tomorrow', { kind: 'nothing' }, 'en')).toEqual({ kind: 'later' })
  })

  test.each([
    ['en', 'sales of yesterday at 5pm'],
    ['pt-BR', 'vendas de ontem às 17h'],
    ['es', 'ventas de ayer a las 17'],
  ])('is no time of day behind a day that is asked for: %s: %s', (language, text) => {
    expect(read(text, { kind: 'nothing' }, language)).toMatchObject({
      kind: 'later',
      asks: { command: 'SALES', args: { day: '2026-03-03T17:00' } },
    })
  })

  test.each([
    ['en', 'add a note to order 204: call tomorrow', 'ADD_NOTE 204 call tomorrow'],
    ['en', 'history of yesterday', 'HISTORY'],
    ['en', 'see you tomorrow', 'farewell'],
    ['en', 'tomorrow', 'unknown'],
    ['en', 'status of Theresa May', 'ORDER_STATUS Theresa May'],
    ['en', 'remove the note call her tomorrow', 'REMOVE_NOTE call her tomorrow'],
    ['en', 'delete the file plan for tomorrow', 'DELETE_FILE plan for tomorrow'],
    ['es', 'estado del pedido de Ana Domingo', 'ORDER_STATUS Ana Domingo'],
    ['en', 'add a note to order 204 saying call in the morning', 'ADD_NOTE 204 call in the morning'],
    ['en', 'refund order 205 for ten fifty', 'unknown'],
    ['en', 'cancel order 204 today', 'CANCEL_ORDER 204'],
    ['pt-BR', 'cancela hoje o 204', 'CANCEL_ORDER 204'],
    ['en', "today cancel Maria's order", 'CANCEL_ORDER Maria'],
    ['pt-BR', 'cancela hoje mesmo o pedido da maria', 'CANCEL_ORDER maria'],
    ['es', 'reembolsa hoy mismo 10 reales del 205', 'REFUND_ORDER 10.00 BRL 205'],
    ['pt-BR', 'não cancela hoje o 204', 'no'],
    ['pt-BR', 'reembolsa ontem 10 reais do 205', 'unknown'],
    ['en', 'later', 'unknown'],
    ['en', 'the moon is made of cheese tomorrow', 'unknown'],
    ['pt-BR', 'até amanhã', 'farewell'],
    ['es', 'hasta mañana', 'farewell'],
  ])('is no other text with a time: %s: %s', (language, text, wanted) => {
    expect(meaning(read(text, { kind: 'nothing' }, language))).toContain(wanted)
  })
})

describe('what takes a time is asked for the one that cannot be read, and is put off by nobody', () => {
  const visits = createReader(withVisits(shipped))
  test.each([
    ['es', 'planea una visita a maria mañana a las 12 de la noche', 'mañana a las 12 de la noche'],
    ['pt-BR', 'marca uma visita a maria amanhã às 12 da noite', 'amanhã às 12 da noite'],
  ])('%s: %s', (language, text, at) => {
    expect(visits(text, { kind: 'nothing' }, language)).toMatchObject({
      kind: 'later',
      asks: { command: 'PLAN_VISIT', args: { id: 'maria', at } },
    })
  })

  test('of a day and another: the word that leads from the first is no part of a name', async () => {
    const clinic = createReader(await loadClinic())
    expect(
      clinic("move Pedro Alves's appointment from friday to monday at 9", { kind: 'nothing' }, 'en'),
    ).toMatchObject({
      kind: 'later',
      asks: { args: { appointment: 'Pedro Alves', when: 'from friday to monday at 9' } },
    })
  })

  test('“20 con 5” is no time', () => {
    expect(read('reembolsa 20 con 5 del pedido 205', { kind: 'nothing' }, 'es').kind).toBe('unknown')
  })
})

test('days that nothing takes are told as they were said, in pt-BR: “cancela os pedidos de 3 a 8”', () => {
  expect(JSON.stringify(read('cancela os pedidos de 3 a 8', { kind: 'nothing' }, 'pt-BR'))).not.toContain('dia')
})
