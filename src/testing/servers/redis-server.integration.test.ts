import { createConnection } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { startRedisServer, type RedisServer } from './redis-server.ts'

let server: RedisServer
afterEach(async () => server.close())

describe('startRedisServer()', () => {
  test('answers at its address when it resolves', async () => {
    server = await startRedisServer()
    expect(server.url).toBe(`redis://127.0.0.1:${server.port}`)
    expect(await ask(server.port, 'set a 1')).toBe('+OK\r\n')
    expect(await ask(server.port, 'get a')).toBe('$1\r\n1\r\n')
  })

  test('is gone after kill() and comes back empty, on the same port, after restart()', async () => {
    server = await startRedisServer()
    const before = server.pid
    await ask(server.port, 'set a 1')
    await server.kill()
    await expect(ask(server.port, 'get a')).rejects.toThrow('ECONNREFUSED')
    await server.restart()
    expect(server.pid).not.toBe(before)
    expect(await ask(server.port, 'get a')).toBe('$-1\r\n')
  })

  test('hangs while it is paused and answers when it is resumed', async () => {
    server = await startRedisServer()
    server.pause()
    let answered = false
    const answer = ask(server.port, 'echo still-here').then((text) => {
      answered = true
      return text
    })
    // The other server's answer is the clock: by then a running server would long have answered.
    const other = await startRedisServer()
    await other.close()
    expect(answered).toBe(false)
    server.resume()
    expect(await answer).toContain('still-here')
  })
})

async function ask(port: number, command: string): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    socket.write(`${command}\r\n`)
    const [data] = await once(socket, 'data')
    return String(data)
  } finally {
    socket.destroy()
  }
}
