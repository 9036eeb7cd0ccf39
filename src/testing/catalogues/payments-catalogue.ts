import type { Catalogue, Command, CommandTexts, Parameter } from '../../catalogue/catalogue.ts'

type Texts = Pick<CommandTexts, 'labels' | 'questions' | 'sentences'>

/**
 * The shipped catalogue with a command that records what was paid for an order, and how, and one that loads so many boxes of a thing, which is
 * called as the customer of an order is, at a price.
 */
export function withPayments(shipped: Catalogue): Catalogue {
  const like = shipped.commands.get('REINSTATE_ORDER')
  const [id] = like?.parameters ?? []
  if (like === undefined || id === undefined) throw new TypeError('No REINSTATE_ORDER')
  const own = { ...like, undo: null, facts: [], succeedsIf: null }
  const payment: Command = {
    ...own,
    token: 'RECORD_PAYMENT',
    path: 'payments.record',
    scope: 'payments.record',
    contract: { commandRef: 'urn:test:payment' },
    parameters: [id, amount, way],
  }
  const load: Command = {
    ...own,
    token: 'LOAD_BOXES',
    path: 'payments.load',
    contract: { commandRef: 'urn:test:load' },
    parameters: [boxes, id, { ...amount, name: 'price', required: false }],
  }
  const commands = new Map(shipped.commands).set('RECORD_PAYMENT', payment).set('LOAD_BOXES', load)
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const texts = said[code]
    if (texts === undefined) return [code, locale]
    const paths = { 'payments.record': textsOf(texts.record), 'payments.load': textsOf(texts.load) }
    const words = { ...locale.words, ...texts.words }
    return [code, { ...locale, words, commands: { ...locale.commands, ...paths } }]
  })
  return { ...shipped, version: `${shipped.version}+payments`, commands, locales: new Map(locales) }
}

const amount: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'money',
  schema: { type: 'number', format: 'money', currency: 'BRL', exclusiveMinimum: 0 },
  entity: null,
}

const boxes: Parameter = { ...amount, name: 'boxes', type: 'integer', schema: { type: 'integer', minimum: 1 } }

const way: Parameter = {
  name: 'way',
  kind: 'scalar',
  required: true,
  type: 'choice',
  schema: { type: 'string', enum: ['cash', 'transfer', 'card'] },
  entity: null,
}

type Said = {
  readonly record: Texts
  readonly load: Texts
  readonly words: Readonly<Record<string, readonly string[]>>
}

const said: Readonly<Record<string, Said>> = {
  en: {
    record: textsIn(['record a payment', 'order {id} paid [{amount}] [(in|by|with) {way}]'], 'amount', 'payment'),
    load: textsIn(
      ['load the truck', 'load {boxes} (boxes|box|crates) of {id:name} [at {price}]', 'load {id:name}'],
      'quantity',
      'rate',
    ),
    words: { cash: ['cash'], transfer: ['transfer', 'bank transfer'], card: ['card'] },
  },
  es: {
    record: textsIn(['anota un pago', 'el pedido {id} pagó [{amount}] [(en|con|por) {way}]'], 'monto', 'forma de pago'),
    load: textsIn(
      ['carga el camión', 'carga {boxes} (cajas|caja|cajones) de {id:name} [a {price}]', 'carga {id:name}'],
      'cantidad',
      'precio',
    ),
    words: { cash: ['efectivo'], transfer: ['transferencia', 'mercado pago'], card: ['tarjeta'] },
  },
  'pt-BR': {
    record: textsIn(
      ['anota um pagamento', 'o pedido {id} pagou [{amount}] [(em|com|por|no) {way}]'],
      'valor',
      'forma de pagamento',
    ),
    load: textsIn(
      ['carrega o caminhão', 'carrega {boxes} (caixas|caixa) de {id:name} [a {price}]', 'carrega {id:name}'],
      'quantidade',
      'preço',
    ),
    words: { cash: ['dinheiro'], transfer: ['transferência', 'pix'], card: ['cartão'] },
  },
}

function textsIn(sentences: readonly string[], first: string, second: string): Texts {
  return {
    labels: { id: 'order', amount: first, boxes: first, way: second, price: second },
    questions: { id: 'Which order?', amount: 'How much?', boxes: 'How many?', price: 'At what price?', way: 'How?' },
    sentences,
  }
}

function textsOf(texts: Texts): CommandTexts {
  return { title: 'payment', summary: 'Payment of {id}', effect: 'recorded', done: 'done', ...texts, examples: [] }
}
