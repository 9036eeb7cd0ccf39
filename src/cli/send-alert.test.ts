import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { sendAlert } from './send-alert.ts'

test.each([
  ['is tried again where it does not answer well', [503, 429, 200], 3],
  ['is given up in the end', [500, 500, 500, 500], 3],
  ['is not tried again where the request is wrong', [404, 200], 1],
])('an alert %s', async (_what, statuses, asked) => {
  let count = 0
  const server = createServer((_request, response) => response.writeHead(statuses[count++] ?? 200).end()).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const config = readConfig({ ALERT_WEBHOOK: `http://127.0.0.1:${port}/` })
  await sendAlert({ config, log }, { kind: 'trouble', text: 'words' }, { why: 'replaced', waits: [1, 1] })
  server.close()
  expect(count).toBe(asked)
  const failed = statuses.slice(0, asked).filter((status) => status !== 200)
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'alert',
    ...failed.map(() => 'alert.failed'),
  ])
  expect(lines[0]).toContain('"why":"replaced"')
})
