import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { onLines } from './on-lines.ts'

test('onLines() gives what came before a connection was cut, and does not end the process with it', async () => {
  const lines: string[] = []
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this form.
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = (await once(server, 'connection')) as [Socket]
  socket.on('error', () => undefined)
  onLines(socket, (line) => lines.push(line))

  client.write('one\ntwo\nhalf of')
  await expect.poll(() => lines.slice(0, 2)).toEqual(['one', 'two'])
  const cut = new Promise((resolve) => void socket.once('close', resolve))
  client.resetAndDestroy()
  expect(await cut).toBe(true)
  server.close()
})
