import type { Catalogue, Command, CommandTexts, Parameter } from '../../catalogue/catalogue.ts'

/**
 * The shipped catalogue where orders are called by their customers alone, with a command that plans a visit to one and a look at the notes of
 * one or of a day.
 */
export function withVisits(shipped: Catalogue): Catalogue {
  const named = withNamedOrders(shipped)
  const like = named.commands.get('REINSTATE_ORDER')
  const [id] = like?.parameters ?? []
  if (like === undefined || id === undefined) throw new TypeError('No REINSTATE_ORDER')
  const own = { ...like, scope: 'orders.reinstate', undo: null, facts: [], succeedsIf: null }
  const visit: Command = {
    ...own,
    token: 'PLAN_VISIT',
    path: 'visits.plan',
    contract: { commandRef: 'urn:test:visit' },
    parameters: [id, clock('at', 'datetime', true)],
  }
  const list: Command = {
    ...own,
    token: 'LIST_VISITS',
    path: 'visits.list',
    safety: 'read',
    intent: { entity: 'Visit', action: 'List', target: null },
    contract: { commandRef: 'urn:test:visits' },
    parameters: [{ ...id, required: false }, clock('day', 'date', false), clock('from', 'date', false)],
  }
  const commands = new Map(named.commands).set('PLAN_VISIT', visit).set('LIST_VISITS', list)
  const locales = [...named.locales].map(([code, locale]): [string, typeof locale] => {
    const texts = said[code]
    if (texts === undefined) return [code, locale]
    const paths = { 'visits.plan': textsOf(texts.plan), 'visits.list': textsOf(texts.list) }
    return [code, { ...locale, commands: { ...locale.commands, ...paths } }]
  })
  return { ...named, version: `${named.version}+visits`, commands, locales: new Map(locales) }
}

/** The same catalogue where orders are called by their customers alone, and nobody knows their ids. */
export function withNamedOrders(catalogue: Catalogue): Catalogue {
  const locales = [...catalogue.locales].map(([code, locale]): [string, typeof locale] => {
    const { order } = locale.entities
    if (order === undefined) throw new TypeError(`No order in ${code}`)
    return [code, { ...locale, entities: { ...locale.entities, order: { ...order, named: '{customer}' } } }]
  })
  return { ...catalogue, locales: new Map(locales) }
}

function clock(name: string, type: Parameter['type'], required: boolean): Parameter {
  return { name, kind: 'scalar', required, type, schema: { type: 'string' }, entity: null }
}

const said: Readonly<Record<string, { readonly plan: readonly string[]; readonly list: readonly string[] }>> = {
  en: {
    plan: ['plan a visit', 'plan a visit (to|at) {id:name} [on] {at}', 'plan a visit [on] {at} (to|at) {id:name}'],
    list: ['visits (of|on) {day}', 'visits from {from}', 'visits of {id:name}', 'visits of [the] order {id}'],
  },
  es: {
    plan: [
      'planea una visita',
      'planea una visita (a|al) {id:name} [el] {at}',
      'planea una visita [el] {at} (a|al) {id:name}',
    ],
    list: [
      'visitas (de|del) [el] {day}',
      'visitas desde [el] {from}',
      'visitas (de|del) {id:name}',
      'visitas del pedido {id}',
    ],
  },
  'pt-BR': {
    plan: [
      'marca uma visita',
      'marca uma visita (a|ao) {id:name} [na] {at}',
      'marca uma visita [na] {at} (a|ao|às) {id:name}',
    ],
    list: [
      'visitas (de|do) [dia] {day}',
      'visitas desde {from}',
      'visitas (de|do) {id:name}',
      'visitas do pedido {id}',
    ],
  },
}

function textsOf(sentences: readonly string[]): CommandTexts {
  return {
    title: 'visit',
    summary: 'Visit to {id}',
    effect: 'planned',
    done: 'done',
    labels: { id: 'order', at: 'time', day: 'day', from: 'first day' },
    questions: { id: 'Whose?', at: 'When?', day: 'Which day?', from: 'From when?' },
    sentences,
    examples: [],
  }
}
