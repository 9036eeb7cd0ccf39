import { expect, test } from 'vitest'
import { parseTerminalLine } from './terminal-line.ts'

test('what has no slash is said as it is', () => {
  expect(parseTerminalLine(' cancel order 204 ')).toEqual({
    kind: 'say',
    text: 'cancel order 204',
    quoting: false,
    forwarded: false,
  })
})

test.each([
  ['/reply yes', { kind: 'say', text: 'yes', quoting: true, forwarded: false }],
  ['/forward cancel all', { kind: 'say', text: 'cancel all', quoting: false, forwarded: true }],
  ['/as +5511990000002 Bruno Lima', { kind: 'as', phone: '+5511990000002', name: 'Bruno Lima' }],
  ['/as +5511990000002', { kind: 'as', phone: '+5511990000002', name: null }],
  ['/group shop', { kind: 'place', group: 'shop' }],
  ['/private', { kind: 'place', group: null }],
  ['/file reports/a b.csv', { kind: 'file', as: 'document', path: 'reports/a b.csv' }],
  ['/voice a.ogg', { kind: 'file', as: 'voice', path: 'a.ogg' }],
  ['/call', { kind: 'call' }],
  ['/error 503', { kind: 'error', code: 503 }],
  ['/offline', { kind: 'network', state: 'offline' }],
  ['/link ABCD-EFGH', { kind: 'link', code: 'ABCD-EFGH' }],
] as const)('%s is understood', (line, expected) => {
  expect(parseTerminalLine(line)).toEqual(expected)
})

test.each(['/as', '/as Ana', '/reply', '/error soon', '/group two words', '/dance', '/dance now'])(
  '%s is answered with what is wrong',
  (line) => {
    expect(parseTerminalLine(line)).toMatchObject({ kind: 'unclear' })
  },
)
