import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogue: Catalogue
let world: ConversationWorld

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
  world = createConversationWorld({ catalogue })
})

const helpOf = (text: string, who = {}) => {
  const { about, text: shown } = world.chatOf(who).say(text)
  expect(about).toBe('help')
  return shown
}

describe('help', () => {
  test('is one line a menu, with how much it holds and an example, and says how to go on', () => {
    const lines = helpOf('help').split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toBe("• *Orders* (7): “what's the status of order 204?” or ORDER_STATUS id=…")
    expect(lines.at(-1)).toMatch(/^HELP Orders shows more of it\. MENU/u)
    const counts = lines.slice(1, -1).map((line) => Number(/\((\d+)\)/u.exec(line)?.[1]))
    expect(counts.reduce((one, other) => one + other)).toBe(catalogue.commands.size)
  })

  test.each([
    ['REFUND_ORDER', {}, 'only when you send the code of the preview.'],
    ['REFUND_ORDER', { confirm: 'phrase' }, 'only when you send the words that the preview asks for.'],
    ['REINSTATE_ORDER', {}, 'done when you say yes.'],
    ['REINSTATE_ORDER', { confirm: 'token' }, 'only when you send the code of the preview.'],
    ['REINSTATE_ORDER', { confirm: 'phrase' }, 'only when you send the words that the preview asks for.'],
    ['ORDER_STATUS', {}, 'It only looks and changes nothing.'],
  ] as const)('of %s with %o says what it takes', (token, command, takes) => {
    const changed = createConversationWorld({ catalogue: withCommand(catalogue, token, { command }) })
    expect(changed.chatOf().say(`help ${token}`).text).toMatch(new RegExp(`${takes}$`, 'u'))
  })

  test('shows the commands themselves to who may ask for few', () => {
    const lines = helpOf('help', { roles: ['claimant'] }).split('\n')
    expect(lines.filter((line) => line.startsWith('•'))).toEqual([
      '• Become the first owner: “make me the owner” or ADD_OWNER name=…',
    ])
    expect(lines.join('\n')).not.toContain('shows more of it')
  })

  test.each([
    ['help orders', 'en', '*Orders*'],
    ['HELP Orders', 'en', '*Orders*'],
    ['help with orders?', 'en', '*Orders*'],
    ['help order', 'en', '*Orders*'],
    ['ajuda pedidos', 'pt-BR', '*Pedidos*'],
    ['ajuda com os relatórios', 'pt-BR', '*Relatórios*'],
    ['ayuda pedidos', 'es', '*Pedidos*'],
  ])('%s (%s) shows all of the menu', (text, language, title) => {
    expect(helpOf(text, { language }).split('\n')[0]).toBe(title)
  })

  test.each([
    ['help refund', 'en', '*Refund an order*'],
    ['help roles', 'en', '*roles*'],
    ['ajuda estorno', 'pt-BR', '*Reembolsar um pedido*'],
    ['ajuda papéis', 'pt-BR', '*papéis*'],
    ['ayuda roles', 'es', '*roles*'],
    ['ayuda notas', 'es', '*notas*'],
    ['ayuda devolución', 'es', '*Reembolsar un pedido*'],
  ])('%s (%s) is on what is asked for so, or called so in another form', (text, language, title) => {
    expect(helpOf(text, { language }).split('\n')[0]).toBe(title)
  })

  test.each(['ajuda estorno', 'ajuda papéis'])('%s names nothing that somebody may not ask for', (text) => {
    const shown = helpOf(text, { language: 'pt-BR', roles: ['viewer'] })
    expect(shown).not.toMatch(/REFUND_ORDER|ROLE/u)
  })

  test.each([
    ['help undo', 'en', '*UNDO*'],
    ['how do I undo?', 'en', '*UNDO*'],
    ['how can I undo that', 'en', '*UNDO*'],
    ['help confirm', 'en', '*CONFIRM*'],
    ['how do I confirm it?', 'en', '*CONFIRM*'],
    ['ajuda desfazer', 'pt-BR', '*DESFAZER*'],
    ['como desfaço?', 'pt-BR', '*DESFAZER*'],
    ['como confirmo?', 'pt-BR', '*CONFIRMAR*'],
    ['ayuda deshacer', 'es', '*DESHACER*'],
    ['cómo deshago?', 'es', '*DESHACER*'],
    ['cómo confirmo', 'es', '*CONFIRMAR*'],
  ])('%s (%s) says how any command is undone or confirmed', (text, language, title) => {
    const [first, ...more] = helpOf(text, { language, roles: ['viewer'] }).split('\n')
    expect(first).toBe(title)
    expect(more.join('\n').length).toBeGreaterThan(80)
  })

  test('of what to cancel is about the command where there is one, and else about dropping', () => {
    expect(helpOf('how do I cancel?', { roles: ['viewer'] })).toContain('0 drops what is open')
    expect(helpOf('how do I cancel?', { roles: ['owner'] })).toContain('CANCEL_ORDER')
  })

  test.each([
    ['en', 'who are you?', /a program and no person/u],
    ['en', 'Are you a robot?', /a program and no person/u],
    ['en', 'is this safe?', /change nothing before/u],
    ['pt-BR', 'quem é você?', /um programa, não uma pessoa/u],
    ['pt-BR', 'vc é um robô', /um programa, não uma pessoa/u],
    ['pt-BR', 'isso é seguro?', /Não mudo nada antes/u],
    ['es', '¿quién eres?', /un programa, no una persona/u],
    ['es', 'sos un bot?', /un programa, no una persona/u],
    ['es', '¿esto es seguro?', /No cambio nada antes/u],
    ['en', 'I changed my number', /Another owner has to change it/u],
    ['pt-BR', 'troquei de número', /Outra pessoa responsável/u],
    ['es', 'cambié de número', /otra persona responsable/u],
  ])('in %s “%s” is answered, and leaves open what is open', (language, text, answer) => {
    const chat = world.chatOf({ language })
    expect(chat.say('cancel order 204').about).toBe('preview')
    expect(chat.sayAll(text)[0]).toMatchObject({ about: 'info', text: expect.stringMatching(answer) })
    expect(chat.session().pending).not.toBeNull()
  })

  test('who has a new number and is no owner is told what to ask an owner', () => {
    const [answer] = world.chatOf({ roles: ['viewer'] }).sayAll('my number changed')
    expect(answer?.text).toBe('Only an owner can change it: ask one to write to me “Ana has a new number”.')
  })

  test.each([
    ['help CANCEL_ORDER', 'en'],
    ['help cancel order', 'en'],
    ['help Cancel an order', 'en'],
    ['ajuda CANCEL_ORDER', 'pt-BR'],
    ['ayuda cancel_order', 'es'],
  ])('%s (%s) says how the command is asked for and what it takes', (text, language) => {
    const shown = helpOf(text, { language })
    expect(shown).toContain('CANCEL_ORDER id=…')
    expect(shown.split('\n').filter((line) => line.startsWith('• '))).toHaveLength(2)
  })

  test.each([
    ['en', 'how do I cancel an order?', 'CANCEL_ORDER'],
    ['en', 'How can I cancel order 204', 'CANCEL_ORDER'],
    ['en', 'please, how to rename a file?', 'RENAME_FILE'],
    ['en', 'how do I add a note?', 'ADD_NOTE'],
    ['pt-BR', 'como cancelo um pedido?', 'CANCEL_ORDER'],
    ['pt-BR', 'como eu faço pra estornar um pedido?', 'REFUND_ORDER'],
    ['pt-BR', 'como apago um arquivo', 'DELETE_FILE'],
    ['es', '¿Cómo cancelo un pedido?', 'CANCEL_ORDER'],
    ['es', '¿cómo puedo agregar una nota?', 'ADD_NOTE'],
    ['es', 'cómo borro un archivo', 'DELETE_FILE'],
    ['en', 'how do I cancel?', 'CANCEL_ORDER'],
    ['pt-BR', 'como cancelo', 'CANCEL_ORDER'],
    ['es', 'como cancelo', 'CANCEL_ORDER'],
  ])('%s: %s is help about it', (language, text, token) => {
    expect(helpOf(text, { language })).toContain(`${token} `)
    expect(helpOf(text, { language })).toMatch(/^\*.+\*\n/u)
    expect(helpOf(text, { roles: [], language })).not.toContain(`${token} `)
  })

  test('asked for with a verb that no title has, shows the menu of the thing or the hint, and no other command', () => {
    expect(helpOf('how do I see my orders?').split('\n')[0]).toBe('*Orders*')
    expect(helpOf('como adiciono uma nota?', { language: 'pt-BR' })).toMatch(/^Não entendi/u)
    expect(helpOf('como não', { language: 'pt-BR' })).toMatch(/^Não entendi/u)
    expect(helpOf('how do I bake a cake?')).toMatch(/^I did not understand that/u)
  })

  test.each([
    ['en', 'how do I add somebody?', 'Add a person'],
    ['en', 'how do I remove someone?', 'Remove a person'],
    ['pt-BR', 'como faço pra cadastrar alguém?', 'Cadastrar uma pessoa'],
    ['es', '¿cómo hago para agregar a alguien?', 'Registrar a una persona'],
  ])('%s: %s tells of the command that does it, and of no other', (language, text, title) => {
    const titles = helpOf(text, { language })
      .split('\n')
      .flatMap((line) => /^• (?<title>[^:]+):/u.exec(line)?.groups?.['title'] ?? [])
    expect(titles).toEqual([title])
    expect(helpOf(text, { language, roles: ['viewer'] })).not.toContain(title)
  })

  test.each([
    ['en', 'delete all my data, please', '“My data” shows what I hold of you'],
    ['pt-BR', 'apaga meus dados', '“Meus dados” mostra o que eu guardo sobre você'],
    ['es', 'borrá mis datos', '“Mis datos” muestra lo que guardo sobre ti'],
  ])('%s: %s is answered, erases nothing, and leaves open what is open', (language, text, answer) => {
    const ana = world.chatOf({ language })
    ana.say('CANCEL_ORDER id=204')
    expect(ana.say(text)).toMatchObject({ about: 'info', text: expect.stringContaining(answer) })
    expect(ana.pending().status).toBe('accepted')
    expect(world.chatOf({ language, roles: ['claimant'] }).say(text).text).not.toContain(answer)
  })

  test('about how something is done runs nothing, and leaves open what is open', () => {
    const ana = world.chatOf()
    ana.say('cancel order 204')
    expect(ana.say('how do I refund an order?').text).toContain('REFUND_ORDER')
    expect(ana.pending().status).toBe('accepted')
    ana.sayAll('0')
    ana.say('refund an order')
    expect(ana.say('how do I cancel an order?').text).toContain('CANCEL_ORDER')
  })

  test('names the choices of a parameter in the language, and what will be asked before it is done', () => {
    expect(helpOf('ajuda LIST_ORDERS', { language: 'pt-BR' })).toContain(
      '• status: situação (se quiser) – pago, enviado, entregue, cancelado, reembolsado\n• day: dia',
    )
    expect(helpOf('help DELETE_FILE')).toContain('only when you send the code')
  })

  test('lists what has the word in its title when that is several', () => {
    expect(helpOf('help role')).toMatch(/GRANT_ROLE[\s\S]*REVOKE_ROLE/u)
  })

  test('never names what the person may not ask for', () => {
    const viewer = { roles: ['viewer'] }
    const hidden = [...catalogue.commands.values()].filter(({ scope }) => /cancel|refund|forget|pause/u.test(scope))
    for (const text of ['help', 'help orders', 'help admin', 'help cancel order', 'help CANCEL_ORDER', 'help role']) {
      const shown = helpOf(text, viewer)
      expect(hidden.filter(({ token }) => new RegExp(`\\b${token}\\b(?!”)`, 'u').test(shown))).toEqual([])
    }
    expect(helpOf('help CANCEL_ORDER', viewer)).toMatch(/^I did not understand that/u)
  })

  test('about something unknown is a hint, and kept as not understood', () => {
    expect(helpOf('help *bananas*\u202e')).toMatch(/^I did not understand that/u)
    expect(world.ledger.evidence.at(-1)).toMatchObject({ evidence: 'message.not_understood' })
  })

  test.each([
    ['en', 'add a note to order 204: ', /500 characters/u],
    ['pt-BR', 'adiciona uma nota no pedido 204: ', /500 caracteres/u],
    ['es', 'agrega una nota al pedido 204: ', /500 caracteres/u],
  ])('in %s says how much is read at once to whoever writes more', (language, lead, shown) => {
    const long = `${lead}${'call her before you come '.repeat(25)}`
    expect(world.chatOf({ language }).say(long).text).toMatch(shown)
  })

  test('does not swallow a wish, nor a long text', () => {
    for (const [language, text] of [
      ['en', 'help me cancel order 204'],
      ['pt-BR', 'me ajuda a cancelar o pedido 204'],
      ['es', 'ayúdame a cancelar el pedido 204'],
    ] as const) {
      expect(world.chatOf({ language }).say(text).about).toBe('preview')
    }
    expect(world.chatOf().say('help me').text).toMatch(/^What you can ask for/u)
    expect(world.chatOf().say('help my order has not come and nobody answers me').text).toContain('did not understand')
  })
})

describe('who is not understood while a preview waits', () => {
  test.each([
    ['en', 'cancel order 204', 'Reply CONFIRM and its code'],
    ['en', 'reinstate order 206', 'Reply  yes  to go on'],
    ['pt-BR', 'cancelar pedido 204', 'Responda só CONFIRMAR e o código'],
    ['es', 'cancelar pedido 204', 'Responde solo CONFIRMAR y el código'],
  ])('hears how to go on with it instead of what else there is (%s: %s)', (language, wish, how) => {
    const ana = world.chatOf({ language })
    ana.say(wish)
    const { text } = ana.say('xyzzy plugh')
    expect(text).toContain(how)
    expect(text.split('\n\n')).toHaveLength(2)
    ana.say('0')
    expect(ana.say('xyzzy plugh').text).not.toContain(how)
  })
})
