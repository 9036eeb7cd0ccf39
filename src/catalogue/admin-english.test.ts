import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import { expect, test } from 'vitest'

/** What people write about people and the system, read with the sentences of locales/en. */

const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)

test.each([
  ['who am I?', 'WHOAMI'],
  ['what are my rights', 'WHOAMI'],
  ['change my language to Spanish', 'LANGUAGE code=es'],
  ['speak Portuguese to me please', 'LANGUAGE code=pt-BR'],
  ['I want to change my language', 'LANGUAGE'],
  ['LANGUAGE es', 'LANGUAGE code=es'],
  ['how are you?', 'STATUS'],
  ['system status', 'STATUS'],
  ['what is in the queue?', 'QUEUE'],
  ['show me the history of order 204', 'HISTORY target=204'],
  ['history of command #K7Q2M', 'HISTORY ref=#K7Q2M'],
  ['what did Bia do today?', 'HISTORY person=Bia day=2026-03-04'],
  ['HISTORY ref=#K7Q2M', 'HISTORY ref=#K7Q2M'],
  ['is the ledger intact?', 'VERIFY_LEDGER'],
  ['list people', 'LIST_PEOPLE'],
  ['who has access?', 'LIST_PEOPLE'],
  ['add a person', 'ADD_PERSON'],
  ['add Bia as viewer with number +55 (11) 99000-0001', 'ADD_PERSON name=Bia role=viewer phone=+5511990000001'],
  ['grant operator to Bia', 'GRANT_ROLE role=operator phone=Bia'],
  ['make Bia an owner', 'GRANT_ROLE phone=Bia role=owner'],
  ['GRANT_ROLE phone=+5511990000009 role=viewer', 'GRANT_ROLE phone=+5511990000009 role=viewer'],
  ['take the operator role away from Bia', 'REVOKE_ROLE role=operator phone=Bia'],
  ['remove Bia', 'REMOVE_PERSON phone=Bia'],
  ['remove +55 11 99000-0001', 'REMOVE_PERSON phone=+55 11 99000-0001'],
  ['Bia does not work here any more', 'REMOVE_PERSON phone=Bia'],
  ['pause everything', 'PAUSE'],
  ['resume', 'RESUME'],
  ['export my data', 'MY_DATA'],
  ['export the data of Bia', 'EXPORT person=Bia'],
  ['forget everything about Bia', 'FORGET person=Bia'],
  ['erase the personal data of Bia Santos', 'FORGET person=Bia Santos'],
  ['make me the owner', 'ADD_OWNER'],
  // What belongs to others stays theirs.
  ['what happened to order 204', 'ORDER_STATUS id=204'],
  ['stop order 204', 'CANCEL_ORDER id=204'],
  ['remove the file notes.txt', 'DELETE_FILE path=notes.txt'],
])('%s → %s', (text, expected) => {
  const reading = read(text, { kind: 'nothing' }, 'en')
  const wishes = reading.kind === 'wishes' ? reading.wishes : []
  expect(
    wishes.map(({ command, args }) =>
      [command, ...Object.entries(args).map(([name, value]) => `${name}=${value}`)].join(' '),
    ),
  ).toEqual([expected])
})

test.each([
  ['stop', 'drop'],
  ['forget it', 'drop'],
  ["don't remove Bia", 'negated'],
  ['do not forget Bia', 'negated'],
])('%s is %s and no command', (text, kind) => expect(read(text, { kind: 'nothing' }, 'en').kind).toBe(kind))
