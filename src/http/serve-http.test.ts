import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serveHttp, type HttpServer } from './serve-http.ts'

const place = { host: '127.0.0.1', port: 0 }
const servers: HttpServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

test('GET and HEAD get what is served under a path, whatever is asked of it', async () => {
  const url = await open()
  const got = await fetch(`${url}/hello?who=me`)
  expect([got.status, await got.text(), got.headers.get('cache-control')]).toEqual([200, 'hello', 'no-store'])
  const head = await fetch(`${url}/hello`, { method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '5'])
})

test('other paths, other methods and what breaks are answered without a word about what is inside', async () => {
  const url = await open()
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect((await fetch(`${url}/constructor`)).status).toBe(404)
  const posted = await fetch(`${url}/hello`, { method: 'POST', body: 'x' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const broken = await fetch(`${url}/broken`)
  expect([broken.status, await broken.text()]).toEqual([500, 'This could not be found out.\n'])
})

test('a port that is taken is refused with what to do about it', async () => {
  await open()
  const { port } = servers[0] ?? place
  await expect(serveHttp({ ...place, port }, {})).rejects.toThrow(
    `HTTP_PORT=${port} on HTTP_HOST=127.0.0.1 is in use, perhaps by another Sayso: stop that process, set HTTP_PORT to a free port`,
  )
  await expect(serveHttp({ host: '203.0.113.1', port }, {})).rejects.toThrow(
    'is not an address of this machine: set HTTP_HOST',
  )
})

test('closing does not wait for a connection that says nothing', async () => {
  await open()
  const { port } = servers[0] ?? place
  const idle = connect(port, '127.0.0.1')
  idle.on('error', () => undefined)
  await once(idle, 'connect')
  idle.write('GET /hello HTTP/1.1\r\n')
  // A reset is an error for `once()`.
  const gone = new Promise((resolve) => idle.once('close', () => resolve('closed')))
  await Promise.all(servers.splice(0).map((server) => server.close()))
  expect(await gone).toBe('closed')
})

async function open(): Promise<string> {
  const server = await serveHttp(place, {
    '/hello': async () => ({ status: 200, type: 'text/plain', body: 'hello' }),
    '/broken': async () => {
      throw new Error('postgresql://user:password@host')
    },
  })
  servers.push(server)
  return `http://127.0.0.1:${server.port}`
}
