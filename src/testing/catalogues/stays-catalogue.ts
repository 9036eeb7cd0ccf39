import type { Catalogue, Command, CommandTexts, Parameter } from '../../catalogue/catalogue.ts'

/** The shipped catalogue with a command that books a place, which is an order of the shop, for a guest and from one day to another. */
export function withStays(shipped: Catalogue): Catalogue {
  const like = shipped.commands.get('REINSTATE_ORDER')
  const [id] = like?.parameters ?? []
  if (like === undefined || id === undefined) throw new TypeError('No REINSTATE_ORDER')
  const command: Command = {
    ...like,
    token: 'BOOK_STAY',
    path: 'stays.book',
    scope: 'orders.reinstate',
    undo: null,
    facts: [],
    succeedsIf: null,
    contract: { commandRef: 'urn:test:stay' },
    parameters: [id, guest, dayOf('first', { upTo: 'last' }), dayOf('last', {})],
  }
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const own = texts[code]
    return [code, own === undefined ? locale : { ...locale, commands: { ...locale.commands, 'stays.book': own } }]
  })
  return { ...shipped, commands: new Map(shipped.commands).set('BOOK_STAY', command), locales: new Map(locales) }
}

const guest: Parameter = {
  name: 'guest',
  kind: 'scalar',
  required: true,
  type: 'text',
  schema: { type: 'string', maxLength: 80 },
  entity: null,
}

function dayOf(name: string, more: Parameter['schema']): Parameter {
  return { name, kind: 'scalar', required: true, type: 'date', schema: { type: 'string', ...more }, entity: null }
}

const texts: Readonly<Record<string, CommandTexts>> = {
  en: textsOf(
    ['book {id} for {guest}', 'book {guest} in {id}', 'book {guest} in {id:name}'],
    'from {first} to {last}',
    { guest: 'guest', first: 'arrival', last: 'departure' },
  ),
  'pt-BR': textsOf(
    [
      'reserva o {id} (para|pra) [o] {guest}',
      'reserva para [o] {guest} no {id}',
      'reserva para [o] {guest} no {id:name}',
    ],
    'de {first} a {last}',
    { guest: 'hóspede', first: 'chegada', last: 'saída' },
  ),
  es: textsOf(
    ['reserva el {id} para {guest}', 'reserva para {guest} en el {id}', 'reserva para {guest} en el {id:name}'],
    '(del|desde) {first} (al|hasta) {last}',
    { guest: 'huésped', first: 'llegada', last: 'salida' },
  ),
}

function textsOf(said: readonly string[], days: string, labels: CommandTexts['labels']): CommandTexts {
  return {
    title: 'stay',
    summary: 'Stay of {guest}',
    effect: 'taken',
    done: 'done',
    labels: { id: 'place', ...labels },
    questions: { id: 'Which?', guest: 'Who?', first: 'From when?', last: 'Until when?' },
    sentences: said.flatMap((wish) => [`${wish} ${days}`, wish]),
    examples: [],
  }
}
