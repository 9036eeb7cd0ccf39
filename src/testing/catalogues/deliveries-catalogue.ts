import type { Catalogue, Command, CommandTexts, Parameter } from '../../catalogue/catalogue.ts'

type Sketch = {
  readonly token: string
  readonly parameters: readonly Parameter[]
  readonly sentences: Readonly<Record<string, readonly string[]>>
}

/** The shipped catalogue with commands that deliver an order, move it to another day, and add to it or take from it. */
export function withDeliveries(shipped: Catalogue): Catalogue {
  const like = shipped.commands.get('REINSTATE_ORDER')
  const [id] = like?.parameters ?? []
  if (like === undefined || id === undefined) throw new TypeError('No REINSTATE_ORDER')
  const sketches = sketchesOf(id)
  const commands = sketches.map(({ token, parameters }): Command => ({
    ...like,
    token,
    path: pathOf(token),
    undo: null,
    facts: [],
    succeedsIf: null,
    contract: { commandRef: `urn:test:${pathOf(token)}` },
    parameters,
  }))
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const own = sketches.map((sketch) => [pathOf(sketch.token), textsOf(sketch, code)])
    return [code, { ...locale, commands: { ...locale.commands, ...Object.fromEntries(own) } }]
  })
  const all = commands.map((command) => [command.token, command] as const)
  return { ...shipped, commands: new Map([...shipped.commands, ...all]), locales: new Map(locales) }
}

function sketchesOf(id: Parameter): readonly Sketch[] {
  const day = parameterOf('day', 'date')
  const quantity = parameterOf('quantity', 'integer')
  const item = parameterOf('item', 'text')
  return [
    {
      token: 'MOVE_ORDER',
      parameters: [id, day],
      sentences: {
        en: ['move <order> {id} [to {day}]', 'move an order'],
        'pt-BR': ['(move|mova|passa|passe|muda) <order> {id} [(para|pra|a) {day}]', 'passa um pedido'],
        es: [
          '(mueve|mover|mové|moveme|pasa|pasá|pasar|pasame|cambiame) <order> {id} [(a|al|para|para el) {day}]',
          'pasar un pedido',
        ],
      },
    },
    {
      token: 'DELIVER_ORDER',
      parameters: [id],
      sentences: {
        en: ['(deliver|i delivered) <order> {id}'],
        'pt-BR': ['(entregar|entreguei) <order> {id}'],
        es: ['(entregar|entregué) <order> {id}'],
      },
    },
    {
      token: 'ADD_ITEMS',
      parameters: [id, quantity, item],
      sentences: {
        en: ['add {quantity} [more] to <order> {id}', 'add {quantity} {item} to <order> {id}', 'add {quantity} more'],
        'pt-BR': [
          '(coloca|põe|adiciona) {quantity} {item} (no|ao) pedido {id}',
          '(coloca|põe|adiciona) mais {quantity}',
        ],
        es: [
          '(agrega|agregá|agregale|agrégale|poné) {quantity} {item} <of_order> {id}',
          '(agrega|agregá|agregale) {quantity} [más]',
        ],
      },
    },
    {
      token: 'TAKE_OUT',
      parameters: [id, item],
      sentences: {
        en: ['take out [the] {item} of <order> {id}', 'take out the {item}'],
        'pt-BR': ['tira [o|a] {item} <of_order> {id}', 'tira (o|a) {item}'],
        es: ['(saca|sacá|sacale|sácale) [el|la] {item} <of_order> {id}', '(saca|sacá|sacale|sácale) (el|la) {item}'],
      },
    },
  ]
}

function parameterOf(name: string, type: Parameter['type']): Parameter {
  const schema: Parameter['schema'] = type === 'integer' ? { type } : { type: 'string', maxLength: 80 }
  return { name, kind: 'scalar', required: true, type, schema, entity: null }
}

function pathOf(token: string): string {
  return `deliveries.${token.toLowerCase().replace('_', '-')}`
}

function textsOf({ token, sentences }: Sketch, language: string): CommandTexts {
  return {
    title: token,
    summary: `${token} {id}`,
    effect: 'done',
    done: 'done',
    labels: { id: 'order', day: 'day', quantity: 'quantity', item: 'item' },
    questions: { id: 'Which order?', day: 'Which day?', quantity: 'How many?', item: 'What?' },
    sentences: sentences[language] ?? [],
    examples: [],
  }
}
