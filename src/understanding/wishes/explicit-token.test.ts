import { describe, expect, test } from 'vitest'
import { createUnderstandingFixture } from '../../testing/conversation/understanding-fixture.ts'
import { readExplicitToken } from './explicit-token.ts'

const { commands } = createUnderstandingFixture()
const read = (text: string) => readExplicitToken(text, commands, (rest) => rest === 'please')

describe('readExplicitToken()', () => {
  test.each([
    'CANCEL_ORDER id=204',
    'cancel_order ID = 204',
    '  Cancel_Order\n\tid =204. ',
    'CANCEL_ORDER 204',
    'CANCEL_ORDER #204',
    'CANCEL_ORDER: id="204"',
    'CANCEL_ORDER id=“204”',
    'CANCEL_ORDER id=«204»',
    "CANCEL_ORDER id='204'",
    'CANCEL_ORDER id=‘204’',
    '*CANCEL_ORDER id=204*',
    '```CANCEL_ORDER id=204```',
    'CANCEL_ORDER id=204 please',
    '\u200BCANCEL_ORDER\u00A0id=204',
    'CANCEL_ORDER\u200Bid=204',
    'CANCEL_ORDER id\u200B=\u200B204\u2060',
    'CANCEL_ORDER \u202A204\u202C.',
    'CANCEL_ORDER id=\u200E"204"',
  ])('reads %j', (text) => {
    expect(read(text)).toEqual({ command: 'CANCEL_ORDER', args: { id: '204' }, source: 'token' })
  })

  test.each([
    [`"{{args.id}} {{$now()}} '; drop table orders; --"`, "{{args.id}} {{$now()}} '; drop table orders; --"],
    [`"she said \\"call\\" at C:\\\\temp"`, 'she said "call" at C:\\temp'],
    [`"line\\nstays"`, 'line\\nstays'],
    [`'don't call, it's late'`, "don't call, it's late"],
    [`'don\\'t'`, "don't"],
    [`‘don’t call’`, 'don’t call'],
    [`“two words”`, 'two words'],
    [`“same mark twice“`, 'same mark twice'],
    ['“say \\“hi\\” twice”', 'say “hi” twice'],
    [`„auf Deutsch“`, 'auf Deutsch'],
    [`""`, ''],
    ['single,word!', 'single,word!'],
    ['a=b', 'a=b'],
    ['“👨\u200D👩 in\u200Bside”', '👨\u200D👩 in\u200Bside'],
  ])('takes text=%s verbatim', (typed, text) => {
    expect(read(`ADD_NOTE id=204 text=${typed}`)).toEqual({
      command: 'ADD_NOTE',
      args: { id: '204', text },
      source: 'token',
    })
  })

  test('takes the arguments in any order, parted by blanks, commas or semicolons', () => {
    const args = { amount: '10.00', id: '205' }
    expect(read('refund_order  amount=10.00   ID=205')).toMatchObject({ args })
    expect(read('REFUND_ORDER amount=10.00, id=205;')).toMatchObject({ args })
    expect(read('REFUND_ORDER 205 amount=10.00')).toMatchObject({ args })
  })

  test.each(['ORDER_STATUS', 'LIST_ORDERS!', 'order_status please'])('%j has no arguments', (text) => {
    expect(read(text)).toMatchObject({ args: {} })
  })

  test.each([
    ['FOO_BAR id=204', null, 'unknown-command', 'FOO_BAR'],
    ['cancel_oder 204', null, 'unknown-command', 'cancel_oder'],
    ['CANCEL_ORDER number=204', 'CANCEL_ORDER', 'unknown-parameter', 'number'],
    ['CANCEL_ORDER id=204 __proto__=1', 'CANCEL_ORDER', 'unknown-parameter', '__proto__'],
    ['CANCEL_ORDER id=204 ID=205', 'CANCEL_ORDER', 'repeated-parameter', 'id'],
    ['CANCEL_ORDER 204 id=205', 'CANCEL_ORDER', 'repeated-parameter', 'id'],
    ['ADD_NOTE id=204 text="open', 'ADD_NOTE', 'unclosed-quote', '"open'],
    ['ADD_NOTE id=204 text=call Maria', 'ADD_NOTE', 'stray-text', 'Maria'],
    ['ADD_NOTE id= text=x', 'ADD_NOTE', 'stray-text', 'id= text=x'],
    ['ADD_NOTE id=204 text="a"b', 'ADD_NOTE', 'stray-text', 'b'],
    ['CANCEL_ORDER 204 205', 'CANCEL_ORDER', 'stray-text', '205'],
    ['LIST_ORDERS paid', 'LIST_ORDERS', 'stray-text', 'paid'],
    [`FOO_${'X'.repeat(200)}`, null, 'unknown-command', `FOO_${'X'.repeat(76)}`],
  ])('does not guess at %j', (text, command, problem, detail) => {
    expect(read(text)).toEqual({ kind: 'invalid-token', command, problem, detail })
  })

  test.each(['cancel order 204', 'hello', 'ORDER-STATUS 204', '_bold_ words', '', 'https://x.y/a_b', '204'])(
    '%j is no token',
    (text) => {
      expect(read(text)).toBeNull()
    },
  )
})
