import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestProblems, requestUrl } from './http-request.ts'
import { knowServices, type HttpService } from './http-services.ts'

const [service] = knowServices({ shop: { baseUrl: 'https://api.example.com/v2/' } }).values()
if (service === undefined) throw new Error('no service')

const services = new Map([['shop', service]])

const urlOf = (path: string, values: Readonly<Record<string, string | number | null>>) =>
  requestUrl(service, { service: 'shop', path, values }).href

describe('the address of a request', () => {
  test('is below the base of the service, its values escaped', () => {
    expect(urlOf('/parcels/{id}', { id: 204 })).toBe('https://api.example.com/v2/parcels/204')
    expect(urlOf('/p/{a}-{b}/x', { a: 'ü/?#', b: '%2e' })).toBe('https://api.example.com/v2/p/%C3%BC%2F%3F%23-%252e/x')
    expect(urlOf('/parcels/', {})).toBe('https://api.example.com/v2/parcels/')
    const query = { q: 'a b&c', n: 1, absent: null }
    const url = requestUrl(service, { service: 'shop', path: '/find', query })
    expect(url.href).toBe('https://api.example.com/v2/find?q=a+b%26c&n=1')
  })

  test.each([
    '..',
    '.',
    '',
    null,
    '../../admin',
    '..\\admin',
    'x/../..',
    '..%2fadmin',
    '%2e%2e/admin',
    '..%252fadmin',
    '%252e.',
  ])('is none with %j in the path', (id) => {
    expect(() => urlOf('/parcels/{id}/labels', { id })).toThrow(/path/u)
  })

  test('never leaves its path, whatever a value is', () => {
    const hostile = fc.constantFrom(
      '..',
      '/',
      '\\',
      '%2e',
      '%2E%2e',
      '?',
      '#',
      '@',
      ':',
      '//evil.example',
      ' ',
      '.',
      'a',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(hostile).map((parts) => parts.join('')),
        ),
        (id) => {
          let url = 'https://api.example.com/v2/parcels/refused/labels'
          try {
            url = urlOf('/parcels/{id}/labels', { id: id.toWellFormed() })
          } catch {
            // Refused is as good.
          }
          expect(url).toMatch(/^https:\/\/api\.example\.com\/v2\/parcels\/[^/?#]+\/labels$/u)
          // A server that unescapes what it is asked for sees nothing that climbs either.
          expect(decodeURIComponent(url).split(/[/\\]/u)).not.toContain('..')
        },
      ),
    )
  })
})

test.each([
  [{ path: '/a/{id}' }, '"values" has no "id", which "path" names'],
  [{ path: '/a', values: { id: '1' } }, '"path" does not name "id"; write {id} where it goes'],
  [{ path: '/a/{id' }, '"path" has a { or } that belongs to no {name}'],
  [{ path: '/a/../b' }, '"path" has . or .. for a segment, or an empty one'],
  [{ path: '/a/%2E./b' }, '"path" has . or .. for a segment, or an empty one'],
  [{ path: '//evil.example/b' }, '"path" has . or .. for a segment, or an empty one'],
  [{ path: '/a', headers: { Authorization: 'x' } }, 'the header "Authorization" is not for a step to set'],
  [{ path: '/a', headers: { 'Idempotency-Key': 'x' } }, 'the header "Idempotency-Key" is not for a step to set'],
])('a written request is judged when the catalogue is loaded: %j', (meta, problem) => {
  expect(requestProblems({ service: 'shop', ...meta }, services).map(({ message }) => message)).toEqual([problem])
})

test('a sound request has no problems', () => {
  const meta = { service: 'shop', path: '/a/{id}/', values: { id: '{{args.id}}' }, headers: { 'X-Trace': 'a' } }
  expect(requestProblems(meta, services)).toEqual([])
})

test.each([
  [
    'shopp',
    'there is no service "shopp" (did you mean "shop"?); there is shop; name it in the file of SAYSO_SERVICES, and for `sayso test` in services.yaml beside commands/',
  ],
  [
    'loyalty',
    'there is no service "loyalty"; there is shop; name it in the file of SAYSO_SERVICES, and for `sayso test` in services.yaml beside commands/',
  ],
])('a service that is not configured is told at its place: %s', (name, message) => {
  expect(requestProblems({ service: name, path: '/a' }, services)).toEqual([{ path: ['service'], message }])
})

test('without any service the file that names them is told', () => {
  expect(requestProblems({ service: 'shop', path: '/a' }, new Map())).toEqual([
    {
      path: ['service'],
      message:
        'there is no service "shop"; name it in the file of SAYSO_SERVICES, and for `sayso test` in services.yaml beside commands/',
    },
  ])
})

test('a value that is misspelt is told once', () => {
  expect(requestProblems({ service: 'shop', path: '/a/{idd}', values: { id: '1' } }, services)).toEqual([
    { path: ['path'], message: '"values" has no "idd", which "path" names (did you mean "id"?)' },
  ])
})

test.each<[string, HttpService, RegExp]>([
  ['shop', { baseUrl: 'ftp://x.example' }, /must begin with https:/u],
  ['shop', { baseUrl: 'nonsense' }, /not a URL/u],
  ['shop', { baseUrl: 'http://x.example' }, /https/u],
  ['shop', { baseUrl: 'https://user:hunter2@x.example' }, /password/u],
  ['shop', { baseUrl: 'https://x.example/?key=hunter2' }, /\?/u],
  ['shop', { baseUrl: 'https://x.example', headers: { 'x y': 'hunter2' } }, /header/u],
  ['shop', { baseUrl: 'https://x.example', headers: { auth: 'hunter2\r\nx: y' } }, /header auth/u],
  ['Shop!', { baseUrl: 'https://x.example' }, /name/u],
])('a service that is not understood is refused without its secrets: %s %j', (name, given, problem) => {
  expect(() => knowServices({ [name]: given })).toThrow(problem)
  expect(() => knowServices({ [name]: given })).not.toThrow(/hunter2/u)
})
