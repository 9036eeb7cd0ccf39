import { expect, test } from 'vitest'
import { newsOfReply } from './news-of-reply.ts'

test('what a reply says and carries is left to the wire: beside it goes what it is about, and the ids of its messages', () => {
  const media = { kind: 'document', path: '/secret.csv', mimetype: 'text/csv', filename: 'secret.csv' } as const
  const reply = { about: 'outcome', text: 'a secret '.repeat(300), media, replaces: 'progress' } as const
  const news = newsOfReply({ id: 'S1', to: '+5511990000001', group: null, replyTo: 'A1', reply })
  expect(news).toMatchObject({ kind: 'reply', to: '+5511990000001', group: null, replyTo: 'A1' })
  expect(news.facts).toEqual({ about: 'outcome' })
  expect(new Set(news.ids).size).toBeGreaterThan(1)
  expect(JSON.stringify(news)).not.toContain('secret')
})
