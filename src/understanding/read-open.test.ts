import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createMessageReader } from './create-message-reader.ts'
import { foldText } from './text/fold-text.ts'
import type { OpenText } from './open-text.ts'
import { openReaders, readOpen } from './read-open.ts'

const catalogue = await loadShippedCatalogue()
const readers = new Map(
  catalogue.locales.entries().map(([language, locale]) => [language, createMessageReader(catalogue, locale)]),
)
const when = { now: new Date('2026-03-02T12:00:00Z'), timeZone: 'America/Sao_Paulo' }

type Awaited = OpenText['expectation']
const nothing: Awaited = { kind: 'nothing' }
const choice: Awaited = { kind: 'choice', count: 4, values: [{ type: 'id' }] }
const moments: Awaited = { kind: 'choice', count: 2, values: [{ type: 'datetime' }] }
const phones: Awaited = { kind: 'choice', count: 2, values: [{ type: 'phone' }] }
const previewOf = (command: string, ...types: readonly ('id' | 'money')[]): Awaited => ({
  kind: 'confirmation',
  method: 'token',
  phrase: null,
  command,
  values: types.map((type) => ({ type })),
})
const cancelling = previewOf('CANCEL_ORDER', 'id')
const refunding = previewOf('REFUND_ORDER', 'id', 'money')

/** What is read, and what the same words would be if the second had its turn before the first. */
test.each([
  ['thanks', 'controlWord', 'en', 'ok thanks', nothing],
  ['controlWord', 'readAsked', 'en', 'stop it', nothing],
  ['controlWord', 'correction', 'en', 'no, wait', cancelling],
  ['dropOfOpen', 'readAsked', 'en', 'cancel it', cancelling],
  ['showAgain', 'anotherOne', 'es', '¿y el código?', cancelling],
  ['both', 'bareNumber', 'es', 'los dos', choice],
  ['anotherOne', 'readValueAlone', 'pt-BR', 'e o 207?', refunding],
  ['instead', 'bareNumber', 'en', 'actually 2', choice],
  ['instead', 'askedInstead', 'en', 'wait, order 205', cancelling],
  ['leftOut', 'readAsked', 'en', 'not the order 208', cancelling],
  ['listedPhone', 'called', 'en', '+54 9 11 5000-0003', phones],
  ['bareNumber', 'listedTime', 'en', 'the second one', moments],
  ['bareNumber', 'readAsked', 'en', 'order 204', choice],
  ['listedTime', 'called', 'en', '3pm', moments],
  ['contrast', 'correction', 'es', 'no es el 204 sino el 205', cancelling],
  ['contrast', 'readAsked', 'en', 'not order 204, order 205', cancelling],
  ['correction', 'readAsked', 'en', "no, Maria's order", cancelling],
  ['correction', 'negatedVerb', 'pt-BR', 'não cancela', cancelling],
  ['correction', 'numberWithArticle', 'en', 'no 215', nothing],
  ['namedValue', 'readValueAlone', 'en', 'the order is 205', cancelling],
  ['selfCorrected', 'readAsked', 'en', 'cancel 204... sorry 205', nothing],
  ['readAsked', 'agreement', 'en', 'yes K7Q2M happened', nothing],
  ['readAsked', 'readValueAlone', 'en', 'the order 204', cancelling],
  ['readAsked', 'askedInstead', 'en', 'add a note to order 204: call, then wait', nothing],
  ['readAsked', 'later', 'en', 'daily report', nothing],
  ['readAsked', 'reason', 'en', 'cancel 204, reason: ordered twice', nothing],
  ['readAsked', 'owned', 'en', 'refund 10 of it', nothing],
  ['readAsked', 'courtesy', 'en', 'how are you', nothing],
  ['readAsked', 'help', 'en', 'commands in progress', nothing],
  ['agreement', 'called', 'en', 'yes, cancel it', choice],
  ['negatedVerb', 'called', 'en', "don't cancel", choice],
  ['courtesy', 'readWhatElse', 'pt-BR', 'e deu certo?', nothing],
  ['courtesy', 'called', 'en', 'hold on', choice],
  ['undoInstead', 'correction', 'en', 'no, undo that', nothing],
  ['reversible', 'undoInstead', 'en', 'can I undo it?', nothing],
  ['reversible', 'anotherOne', 'pt-BR', 'e se eu errar?', refunding],
  ['readTwoValues', 'correction', 'pt-BR', 'não, do 204 e 50', refunding],
] as const)('%s comes before %s: %s “%s”', (first, second, language, text, expectation) => {
  const reader = readers.get(language)
  if (reader === undefined) throw new Error(`there is no locale ${language}`)
  const said: OpenText = { text, folded: foldText(text), expectation, reader, when }
  const [reading, other] = [first, second].map((of) => openReaders.find(({ name }) => name === of)?.(said))
  expect(reading).toBeTruthy()
  expect(other).toBeTruthy()
  expect(other).not.toEqual(reading)
  expect(readOpen(said)).toEqual(reading)
})
