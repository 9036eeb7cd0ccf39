import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['en', 'sales of yesterday at 5pm', 'I take only whole days here', 'yesterday'],
  ['en', 'orders on monday morning', 'I take only whole days here', 'monday'],
  ['pt-BR', 'quanto vendemos segunda de tarde', 'Aqui só valem dias inteiros', 'segunda'],
  ['es', 'pedidos del lunes por la tarde', 'Aquí solo valen días enteros', 'lunes'],
  ['pt-BR', 'vendas de ontem às 17h', 'Aqui só valem dias inteiros', 'ontem'],
  ['es', 'ventas de ayer a las 17', 'Aquí solo valen días enteros', 'ayer'],
])(
  '%s: whoever says a time where a day is needed is asked for the day, and is not told to come later',
  (language, text, only, day) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    expect(chat.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining(only) })
    expect(chat.say(day)).toMatchObject({ command: { name: expect.stringMatching(/^(SALES|LIST_ORDERS)$/u) } })
  },
)
