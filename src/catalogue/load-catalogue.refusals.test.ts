import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UserError } from '../errors.ts'
import { createActions } from '../execution/action.ts'
import { readCatalogue } from './load-catalogue.ts'
import { loadSample, replaced } from '../testing/catalogues/sample-catalogue.ts'

/** The whole message of a refusal; a catalogue that loads fails the test. */
async function refusal(changes: Readonly<Record<string, string | null>>): Promise<string> {
  const error: unknown = await loadSample(changes).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof UserError)) throw new TypeError(`expected a refusal, got ${String(error)}`)
  expect(error.code).toBe('catalogue_invalid')
  return error.message
}

/** The places that are told, without their messages. */
async function placesOf(changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const lines = (await refusal(changes)).split('\n').filter((line) => /^\w+\/.*:\d+:\d+: /u.test(line))
  return lines.map((line) => line.replace(/: .*/u, ''))
}

const look = 'commands/things/look.yaml'
const drop = 'commands/things/drop.yaml'
const restore = 'commands/things/restore.yaml'
const menu = 'commands/things/_menu.yaml'
const texts = 'locales/en/commands.yaml'
const messages = 'locales/en/messages.yaml'

const whyParameter = '    - { name: why, kind: scalar }\n'
/** The parameter that names a thing, the one after it, and their arguments. */
const namedThenWhy = `    - { name: id, kind: entity-ref, required: true }
${whyParameter}arguments:
  id: { type: string, pattern: "^[0-9]+$", entity: thing }
  why: { type: string, maxLength: 20 }`
const priced = 'why: { type: number, format: money, currency: thing.currency }'

describe('loadCatalogue() refuses', () => {
  test('a command that can foretell a failure and has no words for it', async () => {
    const message = await refusal(replaced(drop, 'window: 1h', 'succeedsIf: {}'))
    expect(message).toContain('"unmet" is missing: a preview must say why it would not succeed')
  })

  test('words for what to do instead where nothing is foretold', async () => {
    const message = await refusal(replaced(texts, 'done: "Dropped {id}"', 'done: "Dropped {id}"\n    instead: "no"'))
    expect(message).toContain('DROP_IT has no "succeedsIf", so this text is never shown; remove it')
  })

  test('with the place, the line and a caret', async () => {
    expect(await refusal(replaced(drop, 'safety: destructive', 'safety: dangerous'))).toBe(
      [
        'commands/things/drop.yaml:3:9: must be one of read, mutation, destructive',
        '  safety: dangerous',
        '          ^',
      ].join('\n'),
    )
  })

  test('all that is wrong at once, in reading order', async () => {
    const message = await refusal({
      ...replaced(look, 'token: LOOK_AT', 'token: look\ncolour: red'),
      ...replaced(drop, 'window: 1h', 'window: 1 hour'),
      ...replaced(messages, 'Hello {name}', 'Hello {name'),
    })
    const places = message.split('\n').filter((line) => /^\w+\/.*:\d+:\d+: /u.test(line))
    expect(places.map((line) => line.replace(/: .*/u, ''))).toEqual([
      'commands/things/drop.yaml:6:9',
      'commands/things/look.yaml:1:8',
      'commands/things/look.yaml:2:1',
      'locales/en/messages.yaml:19:10',
    ])
  })

  test.each([
    // What YAML itself refuses
    [drop, 'window: 1h', 'window: 1h\nwindow: 2h', '7:1: Map keys must be unique'],
    [drop, 'window: 1h', 'window: !!js 1h', '6:9: Unresolved tag'],
    [drop, '{ name: why, kind: scalar }', '{ name: why, kind: scalar', '12:1: Flow map'],
    [drop, 'scope: things.drop', '---\nscope: things.drop', '4:1: begins a second document; a file of these holds one'],
    // The shape of a command
    [drop, 'scope: things.drop\n', '', '1:1: "scope" is missing'],
    [drop, 'scope: things.drop', 'scope:', '4:7: is empty'],
    [drop, 'DROP_IT', 'Drop_it', '1:8: must be an upper-case token such as CANCEL_ORDER'],
    [drop, 'window: 1h', 'window: 90', '6:9: must be a duration such as 30s, 10m, 1h or 2d'],
    [drop, '    stepMsg: Dropping\n', '', '16:5: "stepMsg" is missing'],
    [drop, 'action: Drop', 'action: Drop, verb: x', '2:40: unknown key "verb"; known here: entity, action, target'],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, format: day }',
      '14:32: must be one of phone, email, file, date, month, time, date-time, ordinal, percent, money',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, format: money }',
      '14:32: "format" needs type number, not string',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, currency: BRL }',
      '14:34: has a meaning only for money',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, role: true }',
      '14:30: has a meaning only for a choice',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, rights: roles }',
      '14:32: must be the column that says their roles, such as person.roles',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, format: money, currency: real }',
      '14:49: must be a currency code of ISO 4217 such as BRL, or the column that holds one, such as order.currency',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, format: money, currency: thng.currency }',
      '14:49: no parameter names the entity "thng" (did you mean "thing"?)',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, whole: thing.price }',
      '14:31: has a meaning only for money',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, format: money, currency: BRL, whole: price }',
      '14:61: must be the column that says how much there is, such as order.refundable',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, format: money, currency: BRL, whole: thng.price }',
      '14:61: no parameter names the entity "thng" (did you mean "thing"?)',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, format: date, dayOf: thing.at }',
      '14:45: has a meaning only for a date-time',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, format: date-time, dayOf: thng.at }',
      '14:50: no parameter names the entity "thng" (did you mean "thing"?)',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, format: date-time, dayOf: at }',
      '14:50: must be the column that says which day, such as appointment.starts_at',
    ],
    [
      drop,
      namedThenWhy,
      namedThenWhy.replace('required: true', 'required: false').replace(/why: .*$/u, priced),
      '14:49: "id", which names the thing, may be left out; make it required',
    ],
    [
      drop,
      namedThenWhy,
      `${whyParameter}${namedThenWhy.replace(whyParameter, '').replace(/why: .*$/u, priced)}`,
      '14:49: "id", which names the thing, must come before "why" in contract.parameters',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: string, format: phone, pattern: "^[0-9]+$" }',
      '14:32: says all there is to the value',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: integer, format: phone }',
      '14:33: "format" needs type string, not integer',
    ],
    [
      texts,
      'menus: { things: Things }',
      'menus: { things: { title: Things } }',
      '27:10: must be of type string; write the title itself: things: Things',
    ],
    [
      texts,
      'menus: { things: Things }',
      'menus: { things: { name: "Things: all", order: [] } }',
      '27:10: must be of type string; write the name itself: things: "Things: all"',
    ],
    [texts, 'menus: { things: Things }', 'menus: { things: { order: [] } }', '27:10: must be of type string'],
    // Against the published UJG schema
    [drop, 'kind: scalar', 'kind: number', '11:26: must be one of scalar, structured'],
    [drop, 'kind: scalar', 'kind: scalar, defaultValueHint: 3', '11:52: must not be a whole number'],
    [drop, 'commandRef: urn:sample:drop', 'commandRef: urn:sample:drop\n  token: X', '9:3: unknown key "token"'],
    [menu, 'retry: none', 'retry: sometimes', '6:38: must be one of none, manual, automatic'],
    // What a command says of itself
    [drop, 'target: id', 'target: ident', '2:48: there is no parameter "ident"'],
    [drop, 'window: 1h', 'confirm: "yes"', '6:10: a destructive command cannot have "yes"; use phrase or token'],
    [
      restore,
      'scope: things.restore',
      'scope: things.restore\nconfirm: none',
      '5:10: a mutation command cannot have "none"',
    ],
    [
      look,
      'scope: things.look',
      'scope: things.look\nconfirm: "yes"',
      '5:10: a read command cannot have "yes"; use none',
    ],
    [look, 'scope: things.look', 'scope: things.look\nwindow: 1h', '5:1: a read is never a repeat'],
    [drop, '  why: { type: string, maxLength: 20 }\n', '', '12:1: parameter "why" has no entry'],
    [drop, '    - { name: why, kind: scalar }\n', '', '13:3: the contract has no parameter "why"'],
    [drop, 'maxLength: 20', 'minimum: now', '14:33: "now" has a meaning only for a date-time or a date'],
    [drop, 'maxLength: 20', 'minimum: soon', '14:33: must be a number, of a date-time now, of a date today'],
    [drop, 'maxLength: 20', 'format: date, maximum: now', '14:47: "now" is not a bound for a date; write today'],
    [
      drop,
      'maxLength: 20',
      'format: date-time, minimum: today',
      '14:52: "today" is not a bound for a date-time; write now',
    ],
    [drop, 'maxLength: 20', 'format: date, minimum: 3', '14:47: "minimum" needs type integer or number, not string'],
    [
      drop,
      'maxLength: 20',
      'format: date-time, minimum: now, maximum: now',
      '14:66: no moment fits: "minimum" is now and "maximum" is now',
    ],
    [
      drop,
      'maxLength: 20',
      'format: date, past: false, maximum: today',
      '14:44: no day that is still to come is taken: "maximum" is today',
    ],
    [drop, 'maxLength: 20', 'upTo: id', '14:30: means something for a date alone'],
    [drop, 'maxLength: 20', 'format: date, upTo: id', '14:44: "id" is no argument that is a date'],
    [drop, 'maxLength: 20', 'maximum: 20', '14:33: "maximum" needs type integer or number, not string'],
    [drop, 'maxLength: 20', 'pattern: "[a"', '14:33: is not a regular expression'],
    [drop, 'maxLength: 20', 'entity: thing', '14:32: names an entity, so the kind of "why"'],
    [
      drop,
      '"{{args.id}}"',
      '"{{args.idd}}"',
      '21:24: there is no argument "idd" (did you mean "id"?); known here: id, why',
    ],
    [
      drop,
      '"{{args.id}}"',
      '"{{actor.role}}"',
      '21:24: there is no "actor.role"; known: id, language, region, time_zone, name, phone',
    ],
    [menu, 'key: "{{args.value}}"', 'key: "{{actor.phone}}"', '4:71: there is no "actor.phone"; known: id'],
    [drop, '  commandRef: urn:sample:drop\n', '', '7:1: "commandRef" is missing'],
    [
      look,
      'scope: things.look',
      'scope: things.look\nsucceedsIf: {}',
      '5:1: a read has no preview that could say so; remove "succeedsIf"',
    ],
    [
      drop,
      'window: 1h',
      'succeedsIf: { proprties: {} }',
      '6:15: is not a JSON Schema: strict mode: unknown keyword: "proprties" (did you mean "properties"?)',
    ],
    [
      drop,
      'window: 1h',
      'succeedsIf: { properties: { facts: { properties: { shelf: { minProperties: 1 } } } } }',
      '6:52: there is no /facts/shelf; known: /args/id, /args/why, /facts/thing',
    ],
    [
      drop,
      'window: 1h',
      'succeedsIf: { properties: { args: { properties: { why: { const: { $data: /args/who } } } } } }',
      '6:74: there is no /args/who (did you mean "/args/why"?); known: /args/id',
    ],
    [
      drop,
      'window: 1h',
      'succeedsIf: { properties: { facts: { required: [thing], not: { required: [shelf] } } } }',
      '6:75: there is no /facts/shelf; known: /args/id, /args/why, /facts/thing',
    ],
    [drop, 'window: 1h', 'succeedsIf: { properties: { thing: {} } }', '6:29: there is no /thing; known:'],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, format: money }\nsucceedsIf: { properties: { args: { properties: { why: { maximum: 5 } } } } }',
      '15:51: "why" may be in any currency, so nothing can be compared with it; give it one',
    ],
    [drop, 'window: 1h', 'facts: { shelf: args.id }', '6:10: there is no entity "shelf" in any _menu.yaml'],
    [drop, 'window: 1h', 'facts: { thing: args.id }', '6:10: "id" names it already, so it is known'],
    [
      look,
      'scope: things.look',
      'scope: things.look\nfacts: { thing: all }',
      '5:17: the entity "thing" has no "all"; name the argument that its id comes from',
    ],
    // Between commands
    [restore, 'token: RESTORE_IT', 'token: LOOK_AT', '1:8: "LOOK_AT" is taken by commands/things/look.yaml'],
    [restore, 'urn:sample:restore', 'urn:sample:look', '5:1: "urn:sample:look" is taken by commands/things/look.yaml'],
    [drop, 'undo: RESTORE_IT', 'undo: RESTORE', '5:7: there is no command "RESTORE"'],
    [drop, 'undo: RESTORE_IT', 'undo: LOOK_AT', '5:7: LOOK_AT is a read and undoes nothing'],
    [drop, 'undo: RESTORE_IT', 'undo: DROP_IT', '5:7: a command cannot undo itself'],
    [
      drop,
      'undo: RESTORE_IT',
      'undo: { command: DROP_IT, arguments: { id: args.id } }',
      '5:18: a command cannot undo itself',
    ],
    [
      drop,
      'undo: RESTORE_IT',
      'undo: { command: RESTORE_IT, arguments: { id: args.idd } }',
      '5:47: there is no parameter "idd"',
    ],
    [
      drop,
      'undo: RESTORE_IT',
      'undo: { command: RESTORE_IT, arguments: { what: args.id } }',
      '5:43: RESTORE_IT has no parameter "what"',
    ],
    [drop, 'undo: RESTORE_IT', 'undo: { command: RESTORE_IT, arguments: {} }', '5:30: RESTORE_IT would also need "id"'],
    [
      drop,
      'undo: RESTORE_IT',
      'undo: { command: RESTORE_IT, arguments: { id: facts.box.id } }',
      '5:47: no parameter names the entity "box"',
    ],
    [
      drop,
      'undo: RESTORE_IT',
      'undo: { command: RESTORE_IT, arguments: { id: args.why } }',
      '5:47: "why" may be left out, but "id" is required there: make "why" required',
    ],
    [
      drop,
      'undo: RESTORE_IT',
      'undo: { command: RESTORE_IT, arguments: { id: id } }',
      '5:47: must be args.<parameter>',
    ],
    [look, 'scope: things.look', 'scope: things.look\nundo: RESTORE_IT', '5:7: a read has nothing to undo'],
    [
      drop,
      'entity: thing }',
      'entity: think }',
      '13:52: there is no entity "think" in any _menu.yaml (did you mean "thing"?); known: thing',
    ],
    // Chains and lookups
    [look, 'actionType: look', 'actionType: change', '16:17: shelf/change changes things, which a read must not'],
    [
      look,
      'actionDomain: shelf',
      'actionDomain: attic',
      '15:19: step 1 ("Look") names an unknown action: "attic/look"; known domains: shelf; actions of your own are found in the folder that SAYSO_ACTIONS names',
    ],
    [
      look,
      'actionType: look',
      'actionType: lok',
      '16:17: step 1 ("Look") names an unknown action: "shelf/lok" (did you mean "look"?); known in shelf: look, change, rows, ask, nameless',
    ],
    [
      look,
      '{ key: "{{args.id}}" }',
      '{ lock: 1 }',
      '17:19: step 1 ("Look") has a wrong actionMeta: actionMeta has an unknown field "lock"',
    ],
    [
      look,
      '{ key: "{{args.id}}" }',
      '{ key: 1 }',
      '17:24: step 1 ("Look") has a wrong actionMeta: "key" must be string',
    ],
    [look, '"{{args.id}}"', '"{{args.id"', '17:5: step 1 ("Look"): A template is never closed'],
    [
      menu,
      'byId: { actionDomain: shelf, actionType: look',
      'byId: { actionDomain: shelf, actionType: change',
      '4:46: shelf/change changes things',
    ],
    [
      menu,
      'byId: { actionDomain: shelf, actionType: look',
      'byId: { actionDomain: attic, actionType: look',
      '4:27: names an unknown action',
    ],
    [menu, 'key: "{{args.value}}"', 'key: "{{args.id}}"', '4:71: there is no argument "id"; known here: value'],
    // Menus and roles
    [menu, 'order: [look, drop, restore]', 'order: [look, dorp, drop]', '1:15: there is no "dorp" in this folder'],
    [menu, 'order: [look, drop, restore]', 'order: [look, drop, look]', '1:21: "look" is in the order twice'],
    ['commands/_roles.yaml', 'things.*', 'thing.*', '1:10: "thing.*" grants nothing'],
    ['commands/_roles.yaml', 'things.*', 'th*', '1:10: must be a scope such as orders.cancel'],
    // Ranges that hold nothing
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: integer, minimum: 10, maximum: 2 }',
      '14:47: no value fits: "minimum" is 10 and "maximum" is 2',
    ],
    [
      drop,
      'maxLength: 20',
      'minLength: 30, maxLength: 20',
      '14:50: no value fits: "minLength" is 30 and "maxLength" is 20',
    ],
    [
      drop,
      'why: { type: string, maxLength: 20 }',
      'why: { type: number, exclusiveMinimum: 2, maximum: 2 }',
      '14:54: no value fits: "exclusiveMinimum" is 2 and "maximum" is 2',
    ],
    [drop, 'required: true', 'required: yes', '10:47: must be true or false; write true'],
    [drop, 'required: true', 'required: off', '10:47: must be true or false; write false'],
    [drop, 'required: true', 'required: 1', '10:47: must be true or false; without quotes'],
    [drop, 'maxLength: 20', 'enum: []', '14:24: must have at least one entry'],
    [
      drop,
      'maxLength: 20',
      'format: daet',
      '14:32: must be one of phone, email, file, date, month, time, date-time, ordinal, percent, money (did you mean "date"?)',
    ],
    // Sentences that tell nothing apart
    [texts, '["restore {id}"]', '["{id}"]', '24:17: has no required word, so it matches any text'],
    [texts, '["restore {id}"]', '["{id:name} [again] {1..9:id}"]', '24:17: has {id} twice in one sentence'],
    [texts, '["restore {id}"]', '["[restore] [the] [thing]"]', '24:17: can be left out altogether'],
    [texts, '["restore {id}"]', '["(restore|[please]) {id}"]', '24:17: has no required word'],
    [texts, '["drop {id:name}", "drop {id} because {why}"]', '["drop {why} {why}"]', '16:17: has {why} twice'],
    // Texts of commands
    [texts, '    effect: it falls\n', '', '9:3: "effect" is missing'],
    [texts, '    title: Look\n', '    title: Look\n    effect: none\n', '4:5: a read has no effect'],
    [texts, '    title: Look\n', '    title: Look\n    steps: { Lok: "Looking" }\n', '4:14: LOOK_AT has no step "Lok"'],
    [
      texts,
      '    title: Look\n',
      '    title: Look\n    steps: { Look: "At {idd}" }\n',
      '4:20: there is no value for the placeholder {idd}',
    ],
    [texts, 'labels: { id: thing }', 'labels: { ids: thing }', '6:5: "labels.id" is missing: what "id" is called'],
    [texts, 'labels: { id: thing }', 'labels: { id: thing, how: way }', '6:26: LOOK_AT has no parameter "how"'],
    [texts, 'questions: { id: "Which thing?" }', 'questions: { why: "Why?" }', '7:5: "questions.id" is missing'],
    [
      texts,
      'questions: { id: "Which thing?" }',
      'questions: { id: "?", because: "Why?" }',
      '7:27: LOOK_AT has no parameter "because"',
    ],
    [
      texts,
      'summary: "Look at {id}"',
      'summary: "Look at {ident}"',
      '4:14: there is no value for the placeholder {ident} here',
    ],
    [
      texts,
      'summary: "Look at {id}"',
      'summary: "Look at {count}"',
      '4:14: there is no value for the placeholder {count} here',
    ],
    [texts, '{out_name}', '{name}', '5:11: there is no value for the placeholder {name} here'],
    [texts, 'one {#}', 'one {#', '5:11: is not an ICU message'],
    [texts, 'things.look:', 'things.see:', '2:3: there is no command "things.see"'],
    [texts, 'missing: "No {value}"', 'missing: "No {id}"', '26:52: there is no value for the placeholder {id} here'],
    [texts, '  thing: {', '  think: {', '26:3: there is no entity "think"'],
    [texts, 'menus: { things: Things }', 'menus: {}', '27:1: texts for "things" are missing'],
    [texts, 'menus: { things', 'menus: { think: Think, things', '27:10: there is no menu "think"'],
    // Sentences and rules
    [
      texts,
      'look at <thing> {id}',
      'look at <thing> {idd}',
      '8:17: Cannot read the sentence "look at <thing> {idd}", column 17',
    ],
    [texts, 'look at <thing> {id}', 'look at <think> {id}', '8:17: Cannot read the sentence'],
    [texts, 'look at <thing> {id}', 'look at (<thing> {id}', '8:17: Cannot read the sentence'],
    [texts, 'because {why}', 'because {why:name}', '16:35: Cannot read the sentence'],
    [messages, 'thing: "[the] thing"', 'thing: "[the] <thing>"', '17:10: Cannot read the sentence "[the] <thing>"'],
    // Messages
    [messages, 'region: en-US', 'region: american english', '1:9: "american english" is not a language tag'],
    [messages, '  undo: [undo]\n', '', '2:1: "undo" is missing'],
    [messages, 'again: [again]', 'again: [Again]', '6:11: must be a word or phrase in lower case'],
    [messages, 'drop: ["0"]', 'drop: [0]', '5:10: must be a string; put it in quotes'],
    [messages, 'menu: [menu]', 'menu: [menu, drop_it]', '8:16: "drop_it" is the token of a command'],
    [messages, 'menu: [menu]', 'menu: [menu, "(list|drop_it)"]', '8:16: "drop_it" is the token of a command'],
    [
      messages,
      'menu: [menu]',
      'menu: [menu, "(main menu"]',
      '8:16: Cannot read the sentence "(main menu", column 1: "(" is never closed by ")"; a mark that is said itself stands behind "\\"',
    ],
    [
      messages,
      'skipWords: [please]',
      `skipWords: [please, "${'(a|b)'.repeat(9)}"]`,
      '15:21: Cannot read the sentence "(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)", column 1: it says more than 300 phrases',
    ],
  ] as const)('%s with %j → %j', async (path, piece, by, expected) => {
    expect(await refusal(replaced(path, piece, by))).toContain(`${path}:${expected}`)
  })

  test.each([
    [{ 'commands/_roles.yaml': null }, 'commands/_roles.yaml:1:1: is missing'],
    [{ 'locales/en/commands.yaml': null }, 'locales/en/commands.yaml:1:1: is missing'],
    [{ 'locales/en/commands.yaml': null, 'locales/en/messages.yaml': null }, 'locales:1:1: cannot be read'],
    [{ 'locales/en/notes.yaml': 'a: 1' }, 'locales/en/notes.yaml:1:1: does not belong here'],
    [{ 'commands/things/Drop2.yaml': 'a: 1' }, 'commands/things/Drop2.yaml:1:1: has no name for a command'],
    [{ 'commands/things/_roles.yaml': 'a: []' }, 'commands/things/_roles.yaml:1:1: has no name for a command'],
    [{ 'commands/things/more.yml': 'a: 1' }, 'commands/things/more.yml:1:1: would be ignored; name it .yaml'],
    [{ 'commands/things/empty.yaml': '' }, 'commands/things/empty.yaml:1:1: is empty'],
    [{ 'locales/pt-BR/messages.yaml': 'a: 1' }, 'locales/pt-BR/commands.yaml:1:1: is missing'],
  ])('files that are missing or misplaced: %j', async (changes, expected) => {
    expect(await refusal(changes)).toContain(expected)
  })

  test('an undo that would need more than the target, or has a target of another kind', async () => {
    const more =
      replaced(restore, 'required: true }', 'required: true }\n    - { name: how, kind: scalar, required: true }')[
        restore
      ] ?? ''
    const message = await refusal({
      [restore]: more.replace('entity: thing }', 'entity: thing }\n  how: { type: string }'),
    })
    expect(message).toContain('commands/things/drop.yaml:5:7: RESTORE_IT would also need "how"')
    const other = await refusal(replaced(restore, ', entity: thing', ''))
    expect(other).toContain('drop.yaml:5:7: RESTORE_IT has another kind of target (id) than this command (thing)')
  })

  test('a language that says less, more or otherwise than English', async () => {
    const message = await refusal({
      'locales/es/messages.yaml':
        replaced(messages, 'hello: "Hello {name}"', 'hello: "Hola {nombre}"\n  adios: "Adiós"')[messages] ?? '',
      'locales/es/commands.yaml': replaced(texts, '  things.restore:', '  things.renew:')[texts] ?? '',
    })
    expect(message).toContain('locales/es/messages.yaml:19:10: there is no value for the placeholder {nombre} here')
    expect(message).toContain('locales/es/messages.yaml:20:3: there is no message in English "adios"')
    expect(message).toContain(
      'locales/es/commands.yaml:1:1: texts for "things.restore" are missing; it needs title, summary, effect, done, labels.id, questions.id, sentences',
    )
    expect(message).toContain('locales/es/commands.yaml:17:3: there is no command "things.renew"')
  })

  test('no reference to what another broken file would have declared', async () => {
    const message = await refusal(replaced(restore, 'safety: mutation', 'safety: maybe'))
    expect(message.split('\n').filter((line) => /:\d+:\d+: /u.test(line))).toEqual([
      'commands/things/restore.yaml:3:9: must be one of read, mutation, destructive',
    ])
  })

  test.each([
    // A misspelt key, beside which nothing is missing
    [drop, 'safety: destructive', 'saftey: destructive', '3:1'],
    [drop, '    stepMsg: Dropping\n', '    stepMgs: Dropping\n', '18:5'],
    [drop, 'actionMeta: { key:', 'actionMeta: { kye:', '21:19'],
    [menu, 'order: [look', 'ordre: [look', '1:1'],
    // A line that is moved, or begins with a tab, of which the lines below are no mistakes
    [drop, '    actionType: change', '   actionType: change', '20:4'],
    [drop, '    actionType: change', '\tactionType: change', '20:2'],
    // One half of a parameter, which texts, undos and templates name
    [drop, '  why: { type: string, maxLength: 20 }\n', '', '12:1'],
    [drop, '    - { name: why, kind: scalar }\n', '', '13:3'],
    [drop, '{ name: why, kind: scalar }', '{ name: whi, kind: scalar }', '14:3'],
    // A name that others speak of
    [restore, 'token: RESTORE_IT', 'token: LOOK_AT', '1:8'],
    [texts, '  things.restore:', '  things.restor:', '17:3'],
  ] as const)('%s with %j → %j in one line', async (path, piece, by, place) => {
    expect(await placesOf(replaced(path, piece, by))).toEqual([`${path}:${place}`])
  })

  test('a misspelt key of a command, and no word of another language for what the command may be chosen from', async () => {
    const spanish = {
      'locales/es/messages.yaml': replaced(messages, 'and: [and]', 'and: [y]\n  open: [abierto]')[messages] ?? '',
      'locales/es/commands.yaml': replaced(texts, '', '')[texts] ?? '',
    }
    const choice = replaced(drop, 'type: string, maxLength: 20', 'type: string, enum: [open]')[drop] ?? ''
    await loadSample({ [drop]: choice, ...spanish })
    const misspelt = { [drop]: choice.replace('scope:', 'scop:') }
    expect(await placesOf({ ...misspelt, ...spanish })).toEqual([`${drop}:4:1`])
    const english = replaced(messages, 'and: [and]', 'and: [and]\n  thanks: [thanks]')
    const near = spanish['locales/es/messages.yaml'].replace('open:', 'thnaks:')
    expect(await placesOf({ ...misspelt, ...spanish, ...english, 'locales/es/messages.yaml': near })).toEqual([
      `${drop}:4:1`,
      'locales/es/messages.yaml:15:3',
    ])
  })

  test.each([
    ['', '1:1'],
    ['{}', '1:1'],
    ['keeper: [\n', '2:1'],
  ])('roles in %j, and not the choices of roles', async (roles, place) => {
    const choice = replaced(drop, 'type: string, maxLength: 20', 'type: string, enum: roles')
    expect(await placesOf({ ...choice, 'commands/_roles.yaml': roles })).toEqual([`commands/_roles.yaml:${place}`])
  })

  test('an entity that is misspelt in one line, though a condition speaks of it', async () => {
    const condition = 'succeedsIf: { properties: { facts: { properties: { thing: {} } } } }'
    const misspelt = replaced(drop, 'entity: thing }', 'entity: think }')[drop] ?? ''
    const unmet = replaced(texts, 'done: "Dropped {id}"', 'done: "Dropped {id}"\n    unmet: "{id} is glued"')
    expect(await placesOf({ ...unmet, [drop]: misspelt.replace('window: 1h', condition) })).toEqual([`${drop}:13:52`])
  })

  test('a folder without a catalogue in one line, which says how to make one', async () => {
    const folder = join(tmpdir(), 'sayso-no-such-catalogue')
    const sources = { commandsDir: join(folder, 'commands'), localesDir: join(folder, 'locales') }
    const { problems } = await readCatalogue({ ...sources, actions: createActions([]), planProblems: () => [] })
    expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      `${folder}: there is no catalogue here (a folder with commands/ and locales/); \`sayso catalogue new FOLDER/NAME\` makes one`,
    ])
  })
})
