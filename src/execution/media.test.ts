import { describe, expect, test } from 'vitest'
import { MAX_MEDIA, mediaOf, type Media } from './media.ts'

const chart: Media = { path: '/reports/a.png', mimetype: 'image/png', filename: 'a.png', kind: 'image' }
const table: Media = { path: '/reports/a.csv', mimetype: 'text/csv', filename: 'a.csv', kind: 'document' }

describe('mediaOf', () => {
  test('gives the files of all steps in order', () => {
    expect(mediaOf({ Draw: { media: [chart] }, Read: { rows: [] }, Write: { rows: [], media: [table] } })).toEqual([
      chart,
      table,
    ])
    expect(mediaOf({})).toEqual([])
  })

  test.each([
    null,
    'media',
    ['media'],
    { media: null },
    { media: 'a.png' },
    { media: { 0: chart } },
    { media: [null, 7, 'a.png', {}] },
    { media: [{ ...chart, kind: 'executable' }] },
    { media: [{ ...chart, filename: '../a.png' }] },
    { media: [{ ...chart, filename: 'a\u0000.png' }] },
    { media: [{ ...chart, mimetype: 'image/png\r\nX: y' }] },
    { body: { media: [chart] } },
  ])('leaves out what is none: %j', (output) => {
    expect(mediaOf({ Step: output })).toEqual([])
  })

  test('has an end', () => {
    expect(mediaOf({ Step: { media: Array.from({ length: 50 }, () => chart) } })).toHaveLength(MAX_MEDIA)
  })
})
