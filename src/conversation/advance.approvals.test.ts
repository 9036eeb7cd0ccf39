/** What somebody may not do themselves is asked of whoever may: it is theirs to confirm, and whoever asked hears what came of it. */
import { describe, expect, test } from 'vitest'
import type { Grant } from '../access/grant.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()
const grants: readonly Grant[] = [
  'orders.status',
  'orders.list',
  { scope: 'orders.refund', limits: { amount: { maximum: 50 } } },
  { scope: 'orders.refund', limits: { amount: { maximum: 500 } }, approval: true },
  { scope: 'orders.cancel', approval: true },
  { scope: 'orders.note', approval: true },
]
const catalogue = { ...shipped, roles: new Map([...shipped.roles, ['cashier', grants] as const]) }

function shop() {
  const world = createConversationWorld({ catalogue })
  const joao = world.chatOf({ id: 'person João', name: 'João', roles: ['cashier'], language: 'pt-BR' })
  const bia = world.chatOf({ id: 'person Bia', name: 'Bia', roles: ['owner'] })
  const caio = world.chatOf({ id: 'person Caio', name: 'Caio', roles: ['viewer'] })
  return { world, joao, bia, caio }
}

/** João asks for 80 of order 204, which is more than he may. */
function asked() {
  const open = shop()
  open.joao.say('reembolsar 80 do pedido 204')
  open.joao.say('sim')
  return open
}

/** João asks both owners. */
function askedOfTwo() {
  const open = shop()
  open.caio.person = { ...open.caio.person, roles: ['owner'] }
  open.joao.say('reembolsar 80 do pedido 204', { id: 'wish' })
  open.joao.say('sim', { id: 'yes' })
  open.bia.hear()
  return open
}

const names = (world: ReturnType<typeof shop>['world']) =>
  [...world.ledger.commands.values()].map(
    ({ envelope, status, reason }) => `${envelope.sayso.name} ${status} ${reason ?? ''}`,
  )

describe('what somebody may only ask for', () => {
  test('is shown with their limit and with whoever may do it, and a yes only asks them', () => {
    const { world, joao, bia, caio } = shop()
    const preview = joao.say('reembolsar 80 do pedido 204')
    expect(preview.about).toBe('preview')
    expect(preview.text).toContain('Seu próprio limite de valor é R$ 50,00. Posso pedir a Bia, com o seu nome.')
    expect(joao.say('sim').text).toBe('Pedi a Bia: Reembolsar R$ 80,00 do pedido 204. Conto para você o que deu.')
    expect(names(world)).toEqual(['REFUND_ORDER rejected approval_asked'])
    expect(joao.work()).toEqual([])
    expect(caio.hear()).toEqual([])
    expect(bia.hear()).toHaveLength(1)
  })

  test('promises no undo, which would be of whoever does it', () => {
    const { joao } = shop()
    expect(joao.say('cancelar o pedido 204').text).toContain('Só alguém com mais permissões pode desfazer')
    expect(joao.say('cancelar o pedido 205').text).not.toContain('DESFAZER')
  })

  test('is done by them alone within their own limit', () => {
    const { world, joao, bia } = shop()
    joao.say('reembolsar 40 do pedido 204')
    joao.sayAll(joao.expect())
    joao.work()
    expect(names(world)).toEqual(['REFUND_ORDER executed '])
    expect(bia.hear()).toEqual([])
  })

  test('is refused above what they may even ask for', () => {
    const { joao } = shop()
    const refused = joao.say('reembolsar 600 do pedido 204')
    expect(refused).toMatchObject({ about: 'refusal', command: { reason: 'unauthorised' } })
    expect(refused.text).toContain('seu limite é R$ 500,00')
  })

  test('is refused where nobody may do it', () => {
    const { joao, bia } = shop()
    bia.person = { ...bia.person, roles: ['cashier'] }
    expect(joao.say('reembolsar 80 do pedido 204')).toMatchObject({
      about: 'refusal',
      command: { reason: 'unauthorised' },
    })
    expect(joao.say('cancelar o pedido 204').text).toContain('Você não tem permissão para isto')
  })

  test('is theirs to drop', () => {
    const { world, joao, bia } = shop()
    joao.say('reembolsar 80 do pedido 204')
    expect(joao.say('0').text).toContain('Reembolsar R$ 80,00')
    expect(bia.hear()).toEqual([])
    expect(names(world)).toEqual(['REFUND_ORDER rejected declined'])
  })

  test('is shown again to whoever may do it themselves by now, or where other people are to be asked', () => {
    const { joao, bia, caio } = shop()
    joao.say('reembolsar 80 do pedido 204')
    caio.person = { ...caio.person, roles: ['owner'] }
    expect(joao.say('sim').text).toContain('Posso pedir a Bia, Caio')
    joao.person = { ...joao.person, roles: ['owner'] }
    const again = joao.say('sim')
    expect(again).toMatchObject({ about: 'preview', confirm: { method: 'token' } })
    expect(again.text).not.toContain('Posso pedir')
    expect([...bia.hear(), ...caio.hear()]).toEqual([])
  })

  test('is asked for no more by whoever has lost that right', () => {
    const { joao, bia } = shop()
    joao.say('cancelar o pedido 204')
    joao.person = { ...joao.person, roles: ['viewer'] }
    expect(joao.say('sim')).toMatchObject({ about: 'refusal' })
    expect(bia.hear()).toEqual([])
  })

  test('is asked for by no forwarded yes and by none that came too late', () => {
    const { world, joao, bia } = shop()
    joao.say('reembolsar 80 do pedido 204')
    expect(joao.say('sim', { forwarded: true }).about).toBe('refusal')
    world.wait(6 * 60_000)
    expect(joao.say('sim').about).toBe('preview')
    expect(bia.hear()).toEqual([])
  })
})

describe('whoever is asked', () => {
  test('is shown who asks, confirms it with a code of their own, and whoever asked hears that it was done', () => {
    const { world, joao, bia } = asked()
    const [preview] = bia.hear()
    expect(preview?.text).toMatch(/^🔑 João asks you for this:\n⚠️ Refund R\$80\.00 of order 204/u)
    expect(preview?.text).toContain('It would be done in your name, Bia (owner). Valid for 60 minutes.')
    expect(bia.say('yes').about).toBe('refusal')
    bia.sayAll(bia.expect())
    expect(joao.hear()).toEqual([])
    bia.work()
    expect(joao.hear().map(({ text }) => text)).toEqual(['✅ Bia fez: Reembolsar R$ 80,00 do pedido 204.'])
    expect(names(world)).toEqual(['REFUND_ORDER rejected approval_asked', 'REFUND_ORDER executed '])
    const [first, second] = [...world.ledger.commands.values()]
    expect(second?.envelope.sayso.asked_by).toBe(first?.envelope.command_id)
    expect(second?.envelope.actor.user_id).toBe('person Bia')
  })

  test('confirms with a code even what a yes of their own would be enough for', () => {
    const { joao, bia } = shop()
    joao.say('anotar no pedido 204: ligar antes')
    joao.say('sim')
    const [preview] = bia.hear()
    expect(preview).toMatchObject({ confirm: { method: 'token' } })
    expect(bia.say('yes').about).toBe('refusal')
    bia.sayAll(bia.expect())
    bia.work()
    expect(joao.hear()).toMatchObject([{ about: 'info' }])
  })

  test('is what “did it work?” tells of', () => {
    const { joao, bia } = asked()
    expect(joao.say('deu certo?').text).toContain('ninguém respondeu ainda: Reembolsar R$ 80,00')
    bia.hear()
    expect(joao.say('deu certo?').text).toContain('ninguém respondeu ainda')
    bia.sayAll(bia.expect())
    bia.work()
    joao.hear()
    expect(joao.say('deu certo?').text).toBe('✅ Bia fez: Reembolsar R$ 80,00 do pedido 204.')
  })

  test.each(['no', '0', 'cancel'])('may say “%s”, and whoever asked hears so', (no) => {
    const { joao, bia } = asked()
    bia.hear()
    bia.say(no)
    expect(joao.hear().map(({ text }) => text)).toEqual([
      'Bia não quer: Reembolsar R$ 80,00 do pedido 204. Nada foi feito.',
    ])
  })

  test('may change a value: what was done is told', () => {
    const { joao, bia } = asked()
    bia.hear()
    expect(bia.say('no, 60').text).toContain('João asks you for this')
    bia.sayAll(bia.expect())
    bia.work()
    expect(joao.hear().map(({ text }) => text)).toEqual(['✅ Bia fez: Reembolsar R$ 60,00 do pedido 204.'])
  })

  test('may leave it: whoever asked hears so once its time is over', () => {
    const { world, joao, bia } = asked()
    bia.hear()
    world.wait(59 * 60_000)
    expect(bia.watch()).toEqual([])
    world.wait(61_000)
    bia.watch()
    expect(joao.hear().map(({ text }) => text)).toEqual([
      'Bia não respondeu a tempo: Reembolsar R$ 80,00 do pedido 204. Nada foi feito; peça outra vez se ainda quiser.',
    ])
  })

  test('is asked behind what is open there, and told so', () => {
    const { joao, bia } = shop()
    bia.say('cancel order 205')
    joao.say('reembolsar 80 do pedido 204')
    joao.say('sim')
    const [told] = bia.hear()
    expect(told?.text).toContain('João asks you for something: Refund R$80.00 of order 204. It comes after this.')
    expect(bia.pending().envelope.intent.target?.id).toBe('205')
    expect(bia.sayAll('0').at(-1)?.text).toContain('João asks you for this')
  })

  test('may first do something else: it waits until that is over', () => {
    const { joao, bia } = asked()
    bia.hear()
    const other = bia.say('reinstate order 206')
    expect(other.text).toContain('Reinstate order 206')
    expect(other.text).not.toContain('takes the place')
    bia.sayAll(bia.expect())
    expect(bia.work().at(-1)?.text).toContain('João asks you for this')
    expect(joao.hear()).toEqual([])
  })

  test('may drop all that waits, and whoever asked hears so', () => {
    const { joao, bia } = shop()
    bia.say('cancel order 205')
    joao.say('reembolsar 80 do pedido 204')
    joao.say('sim')
    bia.hear()
    bia.say('cancel everything')
    expect(bia.session().wishes).toEqual([])
    expect(joao.hear().map(({ text }) => text)).toEqual([
      'Alguém não quer: Reembolsar R$ 80,00 do pedido 204. Nada foi feito.',
    ])
  })

  test('cannot do what is no longer possible, and whoever asked hears why', () => {
    const { joao, bia } = asked()
    bia.say('refund 120 of order 204')
    bia.sayAll(bia.expect())
    bia.work()
    bia.hear()
    bia.sayAll(bia.expect())
    bia.work()
    expect(joao.hear().at(-1)?.text).toBe(
      'Também não deu certo com Bia (do jeito que estava, não dava): Reembolsar R$ 80,00 do pedido 204.',
    )
  })

  test('says again what they did themselves, of their own accord', () => {
    const { world, joao, bia } = asked()
    bia.hear()
    bia.say('no, 10')
    bia.sayAll(bia.expect())
    bia.work()
    joao.hear()
    expect(bia.say('again').text).not.toContain('João asks')
    bia.sayAll(bia.expect())
    bia.work()
    expect(joao.hear()).toEqual([])
    expect(names(world).filter((each) => each.includes('executed'))).toHaveLength(2)
  })
})

describe('what was asked for', () => {
  test('need not be done by anybody else once somebody has done it', () => {
    const { world, joao, bia, caio } = askedOfTwo()
    caio.hear()
    bia.sayAll(bia.expect())
    bia.work()
    const code = caio.expect()
    expect(caio.hear()).toMatchObject([{ about: 'info', text: '✅ Bia has done it: Refund R$80.00 of order 204.' }])
    expect(caio.say(code).about).toBe('refusal')
    expect(joao.hear().map(({ text }) => text)).toEqual(['✅ Bia fez: Reembolsar R$ 80,00 do pedido 204.'])
    expect(names(world).at(-1)).toBe('REFUND_ORDER rejected duplicate')
  })

  test.each(['0', 'não', 'deixa pra lá'])('is taken back by “%s” while nothing else is open', (words) => {
    const { world, joao, bia, caio } = askedOfTwo()
    expect(joao.say(words).text).toContain('Você não quer mais: Reembolsar R$ 80,00 do pedido 204.')
    expect(bia.hear()).toMatchObject([{ text: 'João no longer asks you for this: Refund R$80.00 of order 204.' }])
    expect(bia.session().pending).toBeNull()
    // Caio hears of both at once.
    expect(caio.hear().at(-1)).toMatchObject({ text: 'João no longer asks you for this: Refund R$80.00 of order 204.' })
    expect(joao.hear()).toEqual([])
    expect(joao.say(words).text).not.toContain('Você não quer mais')
    expect(names(world)).not.toContain('REFUND_ORDER executed ')
  })

  test.each(['wish', 'yes'])('is taken back when the message “%s” is deleted', (id) => {
    const { joao, bia } = askedOfTwo()
    expect(joao.edit(id, 'deleted').map(({ text }) => text)).toHaveLength(id === 'wish' ? 1 : 0)
    expect(bia.hear()).toHaveLength(id === 'wish' ? 1 : 0)
  })

  test('stays as it is once somebody has confirmed it', () => {
    const { joao, bia } = askedOfTwo()
    bia.sayAll(bia.expect())
    expect(joao.say('0').text).toBe('Bia já confirmou: Reembolsar R$ 80,00 do pedido 204.')
    bia.work()
    expect(joao.say('0').text).toBe('✅ Bia fez: Reembolsar R$ 80,00 do pedido 204.')
    expect(bia.hear()).toEqual([])
  })

  test('is closed where it waits behind something else, which stays', () => {
    const { joao, bia } = shop()
    bia.say('cancel order 205')
    joao.say('reembolsar 80 do pedido 204')
    joao.say('sim')
    bia.hear()
    joao.say('0')
    expect(bia.hear()).toMatchObject([{ text: 'João no longer asks you for this: Refund R$80.00 of order 204.' }])
    expect(bia.session().wishes).toEqual([])
    expect(bia.pending().envelope.intent.target?.id).toBe('205')
    expect(joao.hear()).toEqual([])
  })
})
