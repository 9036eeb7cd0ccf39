import { expect, test } from 'vitest'
import { answersFromFlags } from './catalogue-new-flags.ts'

test('answersFromFlags() says what a file of answers would say', () => {
  expect(
    answersFromFlags(
      {
        safety: 'mutation',
        title: ['Hold an order', 'pt-BR=Reter um pedido'],
        param: ['id:order', 'reason:text?', 'size:choice(small | large)', 'at:date-time=2027-01-02 10:00'],
        sql: 'select 1',
        sentence: ['hold {id}', 'freeze {id}', 'es=retener {id}'],
        columns: 'id, customer',
        role: ['operator'],
      },
      'en',
    ),
  ).toEqual({
    safety: 'mutation',
    title: { en: 'Hold an order', 'pt-BR': 'Reter um pedido' },
    parameters: [
      { name: 'id', type: 'order' },
      { name: 'reason', type: 'text', required: false },
      { name: 'size', type: 'choice', choices: ['small', 'large'] },
      { name: 'at', type: 'date-time', example: '2027-01-02 10:00' },
    ],
    step: { domain: 'sql', type: 'execute', statement: 'select 1' },
    sentences: { en: ['hold {id}', 'freeze {id}'], es: ['retener {id}'] },
    columns: ['id', 'customer'],
    roles: ['operator'],
  })
})

test('answersFromFlags() takes any action with its actionMeta, and answers nothing that was not given', () => {
  expect(answersFromFlags({ step: 'labels/print', meta: '{"copies":2}' }, 'en')).toEqual({
    step: { domain: 'labels', type: 'print', meta: { copies: 2 } },
  })
  expect(answersFromFlags({}, 'en')).toEqual({})
})

test.each([
  [{ param: ['id'] }, '--param id is not understood; write it like id:order or reason:text?'],
  [{ param: ['Id:order'] }, '--param Id:order is not understood'],
  [{ step: 'print' }, '--step print is not an action such as labels/print'],
  [{ step: 'labels/print', meta: '{' }, '--meta is not JSON: {'],
])('answersFromFlags() says how it is written: %j', (flags, message) => {
  expect(() => answersFromFlags(flags, 'en')).toThrow(message)
})

test('answersFromFlags() takes a text without a language for one in the main language', () => {
  const flags = { title: ['Retener un pedido', 'en=Hold an order'], sentence: ['retener {id}'] }
  expect(answersFromFlags(flags, 'es')).toEqual({
    title: { es: 'Retener un pedido', en: 'Hold an order' },
    sentences: { es: ['retener {id}'] },
  })
})
