import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { catalogueSources } from '../cli/catalogue/catalogue-sources.ts'
import type { Actions } from '../execution/action.ts'
import { parseAnswers } from './answers.ts'
import { parseCommandName, suggestToken } from './draft-command.ts'
import { planCommand } from './plan-command.ts'

let catalogue: Catalogue
let actions: Actions

beforeAll(async () => {
  const sources = catalogueSources(new URL('../..', import.meta.url).pathname)
  actions = sources.actions
  catalogue = await loadCatalogue(sources)
})

const commands = 'menus:\n  orders: Orders\ncommands:\n  orders.status:\n    title: Look\nentities: {}\n'

function plan(answers: Readonly<Record<string, unknown>>, name = 'orders/hold') {
  const files = new Map(
    [
      'commands/orders/status.yaml',
      'commands/_roles.yaml',
      'locales/en/commands.yaml',
      'locales/pt-BR/commands.yaml',
      'locales/es/commands.yaml',
    ].map((file) => [
      file,
      file.startsWith('locales') ? commands : file.includes('_roles') ? 'operator: [orders.list]\nowner: ["*"]\n' : '',
    ]),
  )
  return planCommand(name, parseAnswers({ ...hold, ...answers }), { catalogue, actions, files })
}

function planInSpanish(answers: Readonly<Record<string, unknown>>) {
  const inSpanish = { ...catalogue, language: 'es' }
  const surroundings = {
    catalogue: inSpanish,
    actions,
    files: new Map(['es', 'en', 'pt-BR'].map((each) => [`locales/${each}/commands.yaml`, commands])),
  }
  return planCommand('orders/hold', parseAnswers({ ...hold, ...answers }), surroundings)
}

const hold = {
  safety: 'mutation',
  title: 'Hold an order',
  parameters: [{ name: 'id', type: 'order' }],
  step: { domain: 'sql', type: 'execute', statement: 'update orders set status = status where id = :id::bigint' },
}

function textsOf(answers: Readonly<Record<string, unknown>>, language: string) {
  const texts = plan(answers).texts.find((each) => each.language === language)
  if (texts === undefined) throw new TypeError(`no texts in ${language}`)
  return texts
}

/** The texts of a command with a free text, as they are written. */
function entryWith(parameter: object): string {
  const parameters = [
    { name: 'id', type: 'order' },
    { name: 'why', type: 'text', ...parameter },
  ]
  const { files } = plan({ parameters, sentences: ['hold {id} because {why}'] })
  return files.find(({ file }) => file === 'locales/en/commands.yaml')?.text ?? ''
}

describe('parseCommandName()', () => {
  test.each(['orders/hold', 'commands/orders/hold.yaml', './commands/orders/hold'])('takes %s', (name) => {
    expect(parseCommandName(name)).toEqual({ name: 'orders/hold', path: 'orders.hold', folders: ['orders'] })
  })

  test.each([
    'Orders/Hold',
    'orders hold',
    '../orders/hold',
    'orders/',
    '/orders/hold',
    'orders/_menu',
    'a/b/c/d/e',
    'ordens/cancelação',
    '',
  ])('refuses %j with what to write', (name) => {
    expect(() => parseCommandName(name)).toThrow(
      `"${name}" is no name for a command. Write folder and file in small letters, digits and -, like orders/hold`,
    )
  })
})

test.each([
  ['Hold an order', 'HOLD_ORDER'],
  ["Print the customer's label", 'PRINT_CUSTOMER_LABEL'],
  ['Ação 24 horas', 'ACAO_24_HORAS'],
  ['42', 'COMMAND'],
])('suggestToken() makes of %j %s', (title, token) => {
  expect(suggestToken({ title }, catalogue)).toBe(token)
})

test.each([
  ['es', 'Anotar un turno', 'ANOTAR_TURNO'],
  ['es', 'Cambiar el precio de un producto', 'CAMBIAR_PRECIO_PRODUCTO'],
  ['pt-BR', 'Remarcar a consulta', 'REMARCAR_CONSULTA'],
  ['fr', 'Annuler la commande', 'ANNULER_LA_COMMANDE'],
])('suggestToken() leaves out what says nothing in %s: %s', (language, title, token) => {
  expect(suggestToken({ title }, { language })).toBe(token)
})

describe('planCommand()', () => {
  test('writes a command whose steps take the parameters that they name', () => {
    const { files, draft } = plan({})
    const written: unknown = parse(files.find(({ file }) => file === 'commands/orders/hold.yaml')?.text ?? '')
    expect(draft).toMatchObject({ token: 'HOLD_ORDER', scope: 'orders.hold' })
    expect(written).toMatchObject({
      token: 'HOLD_ORDER',
      intent: { entity: 'Order', action: 'Hold', target: 'id' },
      safety: 'mutation',
      contract: { parameters: [{ name: 'id', kind: 'entity-ref', required: true, source: 'user' }], retry: 'manual' },
      arguments: { id: { type: 'string', pattern: '^[0-9]{1,10}$', entity: 'order' } },
      steps: [
        {
          actionMeta: {
            connection: 'shop',
            statement: 'update orders set status = status where id = :id::bigint',
            values: { id: '{{args.id}}' },
            expectRows: 1,
          },
        },
      ],
    })
  })

  test('adds the scope to the roles that were named, and to no other', () => {
    const { files } = plan({ roles: ['operator'] })
    expect(files.find(({ file }) => file === 'commands/_roles.yaml')?.text).toBe(
      'operator: [orders.list, orders.hold]\nowner: ["*"]\n',
    )
    expect(plan({}).files.some(({ file }) => file === 'commands/_roles.yaml')).toBe(false)
  })

  test('makes texts and sentences of a title, in the language of the title', () => {
    expect(textsOf({ title: { en: 'Hold an order', 'pt-BR': 'Reter um pedido' } }, 'pt-BR')).toMatchObject({
      title: 'Reter um pedido',
      summary: 'Reter um pedido: {id}',
      effect: 'reter um pedido',
      done: 'Reter um pedido: {id} — feito',
      labels: { id: 'pedido' },
      questions: { id: 'Qual pedido?' },
      sentences: ['reter [um] pedido {id}', 'reter [um] pedido {id:name}', 'reter [um] pedido'],
      said: [{ text: 'reter pedido 204', filled: ['id'] }],
      untranslated: [],
    })
  })

  test('makes up nothing in a language in which nothing was answered, and lists it', () => {
    const english = textsOf({}, 'en')
    const { untranslated, language, labels, ...spanish } = textsOf({}, 'es')
    const { untranslated: _none, language: _en, labels: _labels, ...same } = english
    expect(spanish).toEqual(same)
    expect(untranslated).toEqual(['title', 'summary', 'effect', 'done', 'questions.id', 'sentences'])
    // What the catalogue calls an order already is no invention.
    expect([language, labels, english.untranslated]).toEqual(['es', { id: 'pedido' }, []])
    expect(plan({}).files.find(({ file }) => file === 'locales/es/commands.yaml')?.text).toContain(
      '  # Still in English: title, summary, effect, done, questions.id, sentences.\n  orders.hold:\n',
    )
  })

  test('keeps a text in English that says something which the made one would leave out', () => {
    const answers = { title: { en: 'Hold an order', es: 'Retener un pedido' }, done: 'Held, see {out_ticket}' }
    expect(textsOf(answers, 'es')).toMatchObject({
      summary: 'Retener un pedido: {id}',
      done: 'Held, see {out_ticket}',
      untranslated: ['done'],
    })
  })

  test('leads from the wish to the thing where the title does not name it', () => {
    const answers = { title: { en: 'Print a label', es: 'Imprimir una etiqueta' } }
    expect(textsOf(answers, 'en')).toMatchObject({
      sentences: [
        'print [a] label [for|of|to|on] [a|an|the] [order] {id}',
        'print [a] label [for|of|to|on] [a|an|the] [order] {id:name}',
        'print [a] label',
      ],
      said: [{ text: 'print label for order 204' }],
    })
    expect(textsOf(answers, 'es').said).toEqual([
      { text: 'imprimir etiqueta del pedido 204', filled: ['id'], isMadeUp: false },
    ])
  })

  test('says of given sentences what the first of them can say', () => {
    const answers = { sentences: ['(hold|freeze) [the] order {id}'] }
    expect(textsOf(answers, 'en')).toMatchObject({
      said: [{ text: 'hold order 204', filled: ['id'] }],
      areSentencesMade: false,
    })
  })

  test('asks for a choice without listing it, for the conversation does', () => {
    const parameters = [{ name: 'status', type: 'choice', choices: ['paid', 'shipped'] }]
    const title = { en: 'Count orders', 'pt-BR': 'Contar pedidos' }
    const given = {
      ...hold,
      title,
      safety: 'read',
      parameters: parameters.map((each) => ({ ...each, label: { en: 'status', 'pt-BR': 'situação' } })),
      columns: ['one'],
    }
    const step = { domain: 'sql', type: 'query', statement: 'select 1 as one where :status::text is not null' }
    expect(textsOf({ ...given, step }, 'pt-BR').questions).toEqual({ status: 'Qual situação?' })
  })

  test('shows nobody a value that was thought up for the tests', () => {
    expect(entryWith({})).not.toContain('examples:')
    expect(entryWith({ example: 'rain' })).toContain('examples: ["hold 204 because rain"]')
  })

  test('lets names find a thing that has them, though its ids have no form yet', () => {
    const person = catalogue.entities.get('person')
    const customer = { ...person, name: 'customer' } as NonNullable<typeof person>
    const entities = new Map([...catalogue.entities, ['customer', customer] as const])
    const answers = {
      ...hold,
      title: 'Look at a customer',
      parameters: [{ name: 'customer', type: 'customer', example: '7' }],
    }
    const { files, texts } = planCommand('customers/look', parseAnswers(answers), {
      catalogue: { ...catalogue, entities },
      actions,
      files: new Map([['locales/en/commands.yaml', commands]]),
    })
    expect(texts[0]?.sentences.slice(0, 2)).toEqual([
      'look at [a] customer {customer}',
      'look at [a] customer {customer:name}',
    ])
    const written = parse(files.find(({ file }) => file === 'commands/customers/look.yaml')?.text ?? '') as {
      readonly arguments: { readonly customer: { readonly pattern: string } }
    }
    // Only what is no id is looked up as a name.
    const pattern = new RegExp(written.arguments.customer.pattern, 'u')
    expect(['7', 'S12', 'c-0a1'].every((id) => pattern.test(id))).toBe(true)
    expect(['Maria', 'Maria Souza', 'maria 2'].some((name) => pattern.test(name))).toBe(false)
  })

  test('takes a name for an example: no sentence asks for its id, and no test looks for a target that is called so', () => {
    const person = { name: 'who', type: 'person', example: 'Bia' }
    const answers = {
      title: 'Praise somebody',
      parameters: [person],
      sentences: ['praise {who:name}', 'praise number {who}'],
    }
    expect(() => plan(answers)).toThrow(
      '"praise number {who}": {who} takes an id, and "Bia" is a name; write {who:name} for what people call it',
    )
    const asked = (example: string): string => {
      const { conversation, files } = plan({
        ...answers,
        parameters: [{ ...person, example }],
        sentences: ['praise {who:name}'],
      })
      return files.find(({ file }) => file === conversation)?.text ?? ''
    }
    expect(asked('+5511990000002')).toContain('target: "+5511990000002"')
    expect(asked('Bia')).toContain('about: preview')
    expect(asked('Bia')).not.toContain('target')
  })

  test('gives a choice words in the languages that have none, to be translated', () => {
    const words = 'words:\n  yes: ["sí"]\nmessages: {}\n'
    const file = 'locales/es/messages.yaml'
    const { files, texts } = planCommand(
      'orders/hold',
      parseAnswers({ ...hold, parameters: [{ name: 'size', type: 'choice', choices: ['paid', 'XL', '2'] }] }),
      {
        catalogue,
        actions,
        files: new Map([
          [file, words],
          ['locales/es/commands.yaml', commands],
        ]),
      },
    )
    expect(files.find((each) => each.file === file)?.text).toBe('words:\n  yes: ["sí"]\n  XL: [xl]\nmessages: {}\n')
    expect(texts.map(({ language, untranslated }) => [language, untranslated.includes('words.XL')])).toEqual([
      ['en', false],
      ['es', true],
      ['pt-BR', true],
    ])
  })

  test.each([
    ['order: [admin]\n', 'order: [parcels, admin]\n'],
    ['# ours\norder: [orders, admin] # last\n', '# ours\norder: [orders, parcels, admin] # last\n'],
    ['order: [admin, orders]\n', null],
    ['state: {}\n', null],
  ])('puts a new folder before administration where that stands last: %j', (menu, expected) => {
    const file = 'commands/_menu.yaml'
    const files = new Map([
      [file, menu],
      ['locales/en/commands.yaml', commands],
    ])
    const { files: planned } = planCommand('parcels/hold', parseAnswers(hold), { catalogue, actions, files })
    expect(planned.find((each) => each.file === file)?.text ?? null).toBe(expected)
  })

  const read = { safety: 'read', step: { domain: 'sql', type: 'query', statement: 'select id, customer from orders' } }
  test.each([
    [read, 'A read shows what it finds: name the columns, as in --columns id,name; the statement gives id, customer'],
    [
      { ...read, columns: ['custmer'] },
      'columns: the statement gives no "custmer" (did you mean "customer"?); it gives id, customer',
    ],
    [
      { parameters: [{ name: 'price', type: 'money', example: '50' }] },
      'price: "50" has no currency; write the example with it, as in 50.00 BRL',
    ],
  ])('refuses what would show or mean nothing: %j', (answers, message) => {
    expect(() => plan(answers)).toThrow(message)
  })

  test.each(['50.00 BRL', 'R$ 50', '€ 3'])('takes %s as an amount', (example) => {
    expect(() => plan({ parameters: [{ name: 'price', type: 'money', example }] })).not.toThrow()
  })

  test('refuses what does not fit the catalogue, all at once', () => {
    const answers = {
      token: 'CANCEL_ORDER',
      roles: ['boss'],
      parameters: [
        { name: 'to', type: 'customer' },
        { name: 'who', type: 'person' },
        { name: 'size', type: 'choice' },
      ],
      step: { domain: 'labels', type: 'print' },
    }
    let message = ''
    try {
      plan(answers)
    } catch (error) {
      message = String(error)
    }
    for (const part of [
      'CANCEL_ORDER is the token of another command',
      'there is no role "boss"; known: viewer, operator, owner, claimant',
      'to: there is no type "customer"; known: text, id,',
      'who needs an "example": one person that exists',
      'size needs "choices"',
      'there is no action labels/print. Your own are in the folder that SAYSO_ACTIONS names',
    ])
      expect(message).toContain(part)
  })
})

describe('a catalogue whose main language is Spanish', () => {
  test('takes a text without a language for Spanish, and has the others to translate', () => {
    const { texts, files, draft } = planInSpanish({ title: 'Retener un pedido', sentences: ['retener {id}'] })
    expect(draft.token).toBe('RETENER_PEDIDO')
    expect(texts[0]).toMatchObject({ language: 'es', title: 'Retener un pedido', untranslated: [] })
    expect(texts.find(({ language }) => language === 'en')).toMatchObject({
      title: 'Retener un pedido',
      untranslated: expect.arrayContaining(['title', 'sentences']),
    })
    const english = files.find(({ file }) => file === 'locales/en/commands.yaml')?.text
    expect(english).toContain('# Still in Spanish: title')
  })

  test('must say everything in it', () => {
    const answers = {
      title: { en: 'Hold an order' },
      parameters: [{ name: 'id', type: 'order', label: { en: 'order' } }],
    }
    expect(() => planInSpanish(answers)).toThrow(
      'title must also be in Spanish ("es"), the main language here\nlabel of id must also be in Spanish',
    )
  })
})

describe('parseAnswers()', () => {
  test.each([
    [{ ...hold, colour: 'red' }, 'the answers: "colour" is not asked'],
    [{ ...hold, safety: 'dangerous' }, 'safety must be equal to one of the allowed values'],
    [{ safety: 'read', title: 'Look' }, "must have required property 'step'"],
    [{ ...hold, parameters: [{ name: 'No', type: 'text' }] }, 'parameters.0.name must match pattern'],
    [[], 'must be object'],
  ])('tells what is wrong: %j', (value, problem) => {
    expect(() => parseAnswers(value)).toThrow(problem)
  })
})
