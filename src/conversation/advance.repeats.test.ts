/** What is said of a wish that was had done before: of one's own, of others, and of what stopped halfway. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../execution/run/outcome.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const bia = () => world.chatOf({ name: 'Bia' })

/** Has something done, or has it fail; returns its reference. */
function doIt(wish: string, outcome?: Outcome, chat = ana): string {
  chat.say(wish)
  const { ref } = chat.pending().envelope.sayso
  chat.sayAll(chat.expect())
  chat.work(outcome)
  return ref
}

const failed = (effect: 'some' | 'unknown'): Extract<Outcome, { kind: 'failed' }> => ({
  kind: 'failed',
  reason: effect === 'unknown' ? 'effect_unknown' : 'action_failed',
  explanation: '',
  effect,
  outputs: {},
})

describe('what was done before is said by the preview', () => {
  const wish = 'refund order 205 for 10'

  test('where something else was done with the same thing since, by whoever it was', () => {
    const ref = doIt(wish)
    world.wait(3 * 60_000)
    doIt('add a note to order 205: paid back', undefined, bia())
    expect(ana.say(wish).text).toContain(
      `⚠️ You did the same 3 minutes ago (#${ref}). Confirm only if it is to be done once more.\n`,
    )
    ana.say('0')
    expect(ana.say('refund order 205 for 11').text).not.toContain('the same')
  })

  test.each([
    ['es', 'reembolsa 10 del pedido 205', 'agrega una nota al pedido 205: listo', 'Hiciste lo mismo hace 1 minuto (#'],
    ['pt-BR', 'reembolsa 10 do pedido 205', 'anota no pedido 205: pronto', 'Você fez o mesmo há 1 minuto (#'],
  ])('in %s', (language, refund, note, told) => {
    ana = world.chatOf({ language })
    doIt(refund)
    doIt(note)
    expect(ana.say(refund).text).toContain(told)
  })

  test('as long as it would be a repeat, and not where it was taken back', () => {
    doIt(wish)
    doIt('add a note to order 205: paid back')
    world.wait(24 * 3_600_000)
    expect(ana.say(wish).text).not.toContain('the same')
    doIt('cancel order 204')
    world.wait(60_000)
    doIt('reinstate order 204')
    expect(ana.say('cancel order 204').text).not.toContain('the same')
  })

  test('to nobody who says AGAIN, for they know', () => {
    doIt(wish)
    expect(ana.say(wish).text).toContain('AGAIN')
    expect(ana.say('again').text).not.toContain('the same')
  })
})

test('a preview whose wish was done elsewhere meanwhile, and taken back, is shown anew', () => {
  const elsewhere = world.chatOf()
  elsewhere.say('reinstate order 206')
  doIt('reinstate order 206')
  doIt('cancel order 206', undefined, bia())
  const shown = elsewhere.say(elsewhere.expect())
  expect(shown).toMatchObject({ about: 'preview', preview: { target: '206' } })
  expect(shown.text).toContain('Something has changed since the preview')
  elsewhere.sayAll(elsewhere.expect())
  expect(elsewhere.work()[0]?.text).toContain('✅')
})

describe('what stopped halfway', () => {
  const wish = 'cancel order 204'

  test.each([
    [
      'en',
      wish,
      /^Stopped halfway at 2:00 PM: Cancel order 204 · #REF\nSome of it was done; check what\.\nNothing was started now\. Reply AGAIN to do all/u,
      'again',
    ],
    [
      'es',
      'cancela el pedido 204',
      /^Se quedó a medias a las 2:00 p\.\s?m\.: .* · #REF\nUna parte se hizo; revisa cuál\.\nAhora no se empezó nada\. Responde OTRA VEZ/u,
      'otra vez',
    ],
    [
      'pt-BR',
      'cancela o pedido 204',
      /^Parou no meio às 14:00: .* · #REF\nUma parte foi feita; confira qual\.\nNada foi iniciado agora\. Responda DE NOVO/u,
      'de novo',
    ],
  ])('is told as that when it is asked for anew, and AGAIN does all of it: %s', (language, said, told, again) => {
    ana = world.chatOf({ language, timeZone: 'UTC' })
    const ref = doIt(said, failed('some'))
    expect(ana.say(said).text.replace(ref, 'REF')).toMatch(told)
    const preview = ana.say(again)
    expect(preview).toMatchObject({ about: 'preview', preview: { target: '204' } })
    expect(preview.text).toContain(`(#${ref})`)
    ana.sayAll(ana.expect())
    expect(ana.work()[0]?.text).toContain('✅')
  })

  test('says which steps were done, and which are in doubt, where there are several', () => {
    const steps = { done: ['Record'], unclear: [], left: ['Warm'] }
    const ref = doIt(wish, { ...failed('some'), steps })
    expect(ana.say(wish).text.replace(ref, 'REF')).toBe(
      'Stopped halfway at 2:00 PM: Cancel order 204 · #REF\nDone: Record.\nNot done: Warm.\nNothing was started now. Reply AGAIN to do all of it once more.',
    )
    const other = doIt('cancel order 205', { ...failed('unknown'), steps: { ...steps, unclear: ['Roll out'] } })
    expect(ana.say('cancel order 205').text.replaceAll(other, 'REF')).toMatch(
      /^Stopped halfway at 2:00 PM: Cancel order 205 · #REF\nDone: Record\.\nNot known: Roll out\.\nNot done: Warm\.\nNothing was started now\. Check first/u,
    )
  })

  test('is not to be done AGAIN where that would fail', () => {
    doIt(wish, failed('some'))
    const order = world.shop.orders.get('204')
    if (order !== undefined) order.status = 'cancelled'
    expect(ana.say(wish).text).toMatch(/^Stopped halfway.*\n.*\nNothing was started now\.$/u)
  })

  test('is not simply tried again; what is said instead works', () => {
    const refund = 'refund order 204 for 10'
    const ref = doIt(refund, failed('some'))
    expect(ana.say(`RETRY #${ref}`).text).toMatch(/stopped halfway.*ask for it once more and reply AGAIN\.$/u)
    expect(ana.say(refund).about).toBe('info')
    expect(ana.say('again').text).toMatch(
      /You asked for the same 1 minute ago \(#\w{5}\), and it stopped halfway.*all of it/u,
    )
  })

  test('or may have happened is said to somebody else who asks for the same', () => {
    doIt(wish, failed('some'))
    expect(bia().say(wish).text).toMatch(
      /Ana asked for the same 1 minute ago, and it stopped halfway: some of it was done\. Confirm only if all of it is/u,
    )
    doIt('cancel order 205', failed('unknown'))
    expect(bia().say('cancel order 205').text).toContain(
      'Ana asked for the same 1 minute ago, and it may have happened',
    )
  })

  test('has changed the thing: what was done before is none of its repeats', () => {
    doIt('refund order 205 for 10')
    doIt('cancel order 205', failed('some'), bia())
    expect(ana.say('refund order 205 for 10')).toMatchObject({ about: 'preview' })
  })
})

test('what is set to one value, to another and to the first again is set each time', () => {
  world.catalogue = withCommand(catalogue, 'LANGUAGE', { command: { windowMs: 600_000 } })
  doIt('LANGUAGE code=es', { kind: 'executed', outputs: {} })
  expect(ana.say('LANGUAGE code=es').text).toContain('Done already')
  doIt('LANGUAGE code=pt-BR', { kind: 'executed', outputs: {} })
  const preview = ana.say('LANGUAGE code=es')
  expect(preview).toMatchObject({ about: 'preview', preview: { target: 'es' } })
  expect(preview.text).toContain('You did the same')
})

describe('a command that does no harm twice', () => {
  test('is done already only while the world says so, whatever has changed it', () => {
    const ref = doIt('cancel order 204')
    expect(ana.say('cancel order 204').text).toContain('Done already')
    const order = world.shop.orders.get('204')
    if (order !== undefined) order.status = 'paid'
    expect(ana.say('cancel order 204').text).toContain(`You did the same 1 minute ago (#${ref})`)
    ana.sayAll(ana.expect())
    expect(ana.work()[0]?.text).toContain('✅')
    expect(ana.say('cancel order 204').text).toContain('Done already')
  })

  test('and does not look at the world is done already', () => {
    const contract = { ...catalogue.commands.get('ADD_NOTE')?.contract, idempotency: 'idempotent' as const }
    world.catalogue = withCommand(catalogue, 'ADD_NOTE', { command: { contract } })
    doIt('add a note to order 204: fragile')
    expect(ana.say('add a note to order 204: fragile').text).toContain('Done already')
  })
})

describe('one more of what was done last', () => {
  test.each([
    ['en', 'add a note to order 204: hi', 'add another one'],
    ['en', 'add a note to order 204: hi', 'add one more please'],
    ['es', 'agrega una nota al pedido 204: hola', 'ponme otra'],
    ['es', 'agrega una nota al pedido 204: hola', 'agrégale otra igual'],
    ['pt-BR', 'anota no pedido 204: oi', 'bota mais uma'],
    ['pt-BR', 'anota no pedido 204: oi', 'me bota outra aí'],
  ])('is previewed with the same values, in %s: “%s”, “%s”', (language, wish, more) => {
    ana = world.chatOf({ language })
    doIt(wish)
    const { args } = [...world.ledger.commands.values()][0]?.envelope ?? {}
    expect(args).toMatchObject({ id: '204' })
    expect(ana.say(more).preview).toMatchObject({ action: 'AddNote', args })
    expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['executed', 'accepted'])
  })

  test.each([
    ['en', 'REFUND_ORDER id=204 amount=5', 'add another one'],
    ['es', 'REFUND_ORDER id=204 amount=5', 'ponme otra'],
    ['pt-BR', 'REFUND_ORDER id=204 amount=5', 'bota mais uma'],
    ['en', 'ADD_NOTE id=204 text=hi', 'refund another one'],
    ['pt-BR', 'ADD_NOTE id=204 text=oi', 'cancela mais um'],
  ])('is nothing where the verb is of something else, in %s: %s, “%s”', (language, wish, more) => {
    ana = world.chatOf({ language })
    doIt(wish)
    expect(ana.sayAll(more).some(({ preview }) => preview !== undefined)).toBe(false)
  })

  test('is nothing while something is open', () => {
    ana.say('add a note to order 204: hi')
    ana.say('add another one')
    expect(world.ledger.commands.size).toBe(1)
    expect(ana.session().pending?.draft.args).toEqual({ id: '204', text: 'hi' })
  })
})
