import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

test.each([
  ['en', 'thanks and have a nice day', 'farewell'],
  ['en', 'thanks and bye', 'farewell'],
  ['en', 'ok thanks bye', 'farewell'],
  ['en', 'have a great weekend!', 'farewell'],
  ['en', 'hello and thanks', 'thanks'],
  ['pt-BR', 'obrigado e bom dia', 'thanks'],
  ['pt-BR', 'obrigada e até mais', 'farewell'],
  ['pt-BR', 'valeu, abraço', 'farewell'],
  ['pt-BR', 'muito obrigado, tenha um ótimo dia!', 'farewell'],
  ['pt-BR', 'bom dia, obrigado', 'greeting'],
  ['es', 'gracias y buen día', 'thanks'],
  ['es', 'gracias y hasta luego', 'farewell'],
  ['es', 'mil gracias, que tengas un buen día', 'thanks'],
])('what is said one after the other is answered as one: %s, “%s”', (language, text, kind) => {
  expect(read(text, { kind: 'nothing' }, language).kind).toBe(kind)
})

test.each([
  ['en', 'thanks and cancel 204', 'CANCEL_ORDER'],
  ['pt-BR', 'bom dia e cancela o 204', 'CANCEL_ORDER'],
  ['es', 'gracias, y cancela el 204', 'CANCEL_ORDER'],
])('what is asked for beside it is asked for: %s, “%s”', (language, text, command) => {
  expect(read(text, { kind: 'nothing' }, language)).toMatchObject({ kind: 'wishes', wishes: [{ command }] })
})
