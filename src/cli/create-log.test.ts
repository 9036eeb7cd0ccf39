import { expect, test } from 'vitest'
import { createLog } from './create-log.ts'

const said = 'what Maria said'

test('an event keeps its ids, and nothing that a field or an error says', () => {
  const { log, lines } = open()
  log.warn({ event: 'turn.failed', chat: 'c1', commandId: 'k1', err: new Error(said) }, 'turn failed')
  log.info({ event: 'careless', text: said, person: { name: said, phone: said }, args: { reason: said } }, 'words')
  expect(lines).toMatchObject([
    { event: 'turn.failed', chat: 'c1', commandId: 'k1', err: { type: 'Error' }, msg: 'turn failed' },
    { event: 'careless', text: '[hidden]', person: { name: '[hidden]', phone: '[hidden]' }, args: '[hidden]' },
  ])
  expect(JSON.stringify(lines)).not.toContain('Maria')
})

test('an error that is logged without words lends it none of its own', () => {
  const { log, lines } = open()
  log.error(new Error(said))
  log.error({ event: 'silent', err: new Error(said) })
  log.error({ event: 'silent' })
  expect(lines).toHaveLength(3)
  expect(lines).toMatchObject([{ err: { type: 'Error' } }, { err: { type: 'Error' } }, { event: 'silent' }])
  expect(JSON.stringify(lines)).not.toContain('Maria')
})

test('a plain line is what it says', () => {
  const { log, lines } = open()
  log.info('%s of %d', 'two', 3)
  expect(lines).toMatchObject([{ msg: 'two of 3' }])
})

function open() {
  const lines: unknown[] = []
  const log = createLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
