import { describe, expect, test } from 'vitest'
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const sentences: Readonly<Record<string, readonly string[]>> = {
  en: ['take {amount} [kilo|kilos|kg|boxes] [of] {id:name}', 'take {id:name}'],
  es: ['saca {amount} [kilo|kilos|kg|cajas] [de] {id:name}', 'saca {id:name}'],
  'pt-BR': ['tira {amount} [quilo|quilos|kg|caixas] [de] {id:name}', 'tira {id:name}'],
}

const read = createReader(measuring(await loadShippedCatalogue()))

/** The shipped catalogue with a command that takes so much of something. */
function measuring(catalogue: Catalogue): Catalogue {
  const { parameters = [] } = catalogue.commands.get('REFUND_ORDER') ?? {}
  const measured = withCommand(catalogue, 'REFUND_ORDER', {
    command: {
      parameters: parameters.map((each) =>
        each.name === 'amount' ? { ...each, type: 'decimal', schema: { type: 'number' } } : each,
      ),
    },
  })
  return { ...measured, locales: new Map([...measured.locales].map(([code, locale]) => [code, withTaking(locale)])) }
}

function withTaking(locale: Locale): Locale {
  const texts = locale.commands['orders.refund']
  if (texts === undefined) throw new TypeError('Nothing refunds an order')
  return {
    ...locale,
    commands: { ...locale.commands, 'orders.refund': { ...texts, sentences: sentences[locale.language] ?? [] } },
  }
}

function taken(code: string, text: string) {
  const reading = read(text, { kind: 'nothing' }, code)
  return reading.kind === 'wishes' ? reading.wishes.map(({ args }) => args) : reading
}

describe('a number and its unit', () => {
  test.each([
    ['en', 'take 2kg of rice', '2', 'rice'],
    ['en', 'take 2.5kg rice', '2.5', 'rice'],
    ['en', 'take 2 kilos and a half of rice', '2.5', 'rice'],
    ['en', 'take two kilos and a half of rice', '2.5', 'rice'],
    ['en', 'take two and a half kilos of rice', '2.5', 'rice'],
    ['en', 'take half a kilo of rice', '0.5', 'rice'],
    ['en', 'take 2 dozen boxes of rice', '24', 'rice'],
    ['en', 'take a dozen rice', '12', 'rice'],
    ['en', 'take 2½ kilos of rice', '2.5', 'rice'],
    ['en', 'take 2 1/2 kilos of rice', '2.5', 'rice'],
    ['es', 'saca 2kg de queso', '2', 'queso'],
    ['es', 'saca dos kilos y medio de queso', '2.5', 'queso'],
    ['es', 'saca medio kilo de queso', '0.5', 'queso'],
    ['es', 'saca una docena de cajas de queso', '12', 'queso'],
    ['pt-BR', 'tira dois quilos e meio de queijo', '2.5', 'queijo'],
    ['pt-BR', 'tira 2,5kg de queijo', '2.5', 'queijo'],
    ['pt-BR', 'tira meia dúzia de caixas de queijo', '6', 'queijo'],
  ])('%s: “%s” is %s of it', (code, text, amount, id) => {
    expect(taken(code, text)).toEqual([{ amount, id }])
  })

  test.each([
    ['take 7up', { id: '7up' }],
    ['take 500g of rice', { id: '500g of rice' }],
    ['take 3 7up', { amount: '3', id: '7up' }],
    ['take BOX-7kg', { id: 'BOX-7kg' }],
  ])('“%s” is read as it was written', (text, args) => {
    expect(taken('en', text)).toEqual([args])
  })
})
