import { expect, test } from 'vitest'
import { headerSecrets } from './header-secrets.ts'

test.each([
  ['authorization', 'Bearer sk-live-42', ['Bearer sk-live-42', 'sk-live-42']],
  ['X-Api-Key', 'sk-live-42', ['sk-live-42']],
  [
    'authorization',
    'Basic c2stbGl2ZS00Mjo=',
    ['Basic c2stbGl2ZS00Mjo=', 'c2stbGl2ZS00Mjo=', 'c2stbGl2ZS00Mjo', 'sk-live-42:', 'sk-live-42'],
  ],
  ['authorization', `basic ${btoa('agent-7:pa:ss:word')}`, ['agent-7:pa:ss:word', 'agent-7', 'pa:ss:word']],
  ['authorization', `Basic ${btoa('agent-7:wörter')}`, ['agent-7', 'wörter']],
  ['authorization', 'Token token="sk-live-42", id=house-9', ['sk-live-42', 'house-9']],
  ['authorization', 'ApiKey agent-7:sk-live-42', ['agent-7:sk-live-42', 'agent-7', 'sk-live-42']],
  ['cookie', 'session=sk-live-42; theme=dark', ['session=sk-live-42', 'sk-live-42']],
])('%s: %s holds %j', (name, value, secrets) => {
  expect(headerSecrets({ [name]: value }, 6)).toEqual(expect.arrayContaining(secrets))
})

test('the name of a scheme or of a field, and what is short, is no secret', () => {
  const headers = { authorization: 'Bearer abc', 'x-login': 'Digest username=agent-7, realm=ab' }
  expect(headerSecrets(headers, 6)).toEqual([
    'Bearer abc',
    'Digest username=agent-7, realm=ab',
    'username=agent-7',
    'agent-7',
    'realm=ab',
  ])
  expect(headerSecrets({ authorization: 'Bearer abc' }, 3)).toEqual(['Bearer abc', 'abc'])
})

test('headers that say how to answer hold no secret', () => {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', 'Notion-Version': '2022-06-28' }
  expect(headerSecrets(headers, 6)).toEqual([])
})
