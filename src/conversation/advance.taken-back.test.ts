import { beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '../access/grant.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, doIt, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()
const helper: readonly Grant[] = ['orders.note', 'orders.reinstate']
const catalogue = { ...shipped, roles: new Map([...shipped.roles, ['helper', helper] as const]) }

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

const languages = [
  [
    'en',
    'undo',
    'This takes back: Cancel order 204, 2:01 PM (#REF)',
    'Since then Bia did this (3 minutes ago): Refund R$10.00 of order 204',
  ],
  [
    'es',
    'deshacer',
    'Esto deshace: Cancelar el pedido 204, 2:01 p.\u00A0m. (#REF)',
    'Después Bia hizo esto (hace 3 minutos): Reembolsar',
  ],
  [
    'pt-BR',
    'desfazer',
    'Isto desfaz: Cancelar o pedido 204, 14:01 (#REF)',
    'Depois Bia fez isto (há 3 minutos): Reembolsar',
  ],
] as const

describe('the preview of an undo', () => {
  test.each(languages)('says first what it takes back (%s)', (language, undo, first) => {
    const ana = world.chatOf({ language })
    const ref = doIt(world, ana, 'CANCEL_ORDER id=204')
    const { text } = ana.say(undo)
    expect(text.split('\n')[0]).toBe(first.replace('REF', ref))
    expect(text).not.toContain('⚠️')
  })

  test.each(languages)('says what somebody else did since with the same thing (%s)', (language, undo, _first, told) => {
    const ana = world.chatOf({ language })
    doIt(world, ana, 'CANCEL_ORDER id=204')
    doIt(world, world.chatOf({ name: 'Bia' }), 'REFUND_ORDER id=204 amount=10')
    doIt(world, world.chatOf({ name: 'Bia' }), 'REFUND_ORDER id=205 amount=10')
    world.wait(2 * 60_000)
    const lines = ana.say(undo).text.split('\n')
    const at = lines.findIndex((line) => line.startsWith('⚠️'))
    expect(lines[at]).toContain(told)
    expect(lines[at + 1]).toMatch(/^Confirm/u)
    expect(lines.filter((line) => line.includes('⚠️'))).toHaveLength(1)
  })

  test('says what the person did since themselves', () => {
    const ana = world.chatOf()
    const ref = doIt(world, ana, 'CANCEL_ORDER id=204')
    doIt(world, ana, 'REFUND_ORDER id=204 amount=10')
    expect(ana.say(`undo #${ref}`).text).toContain('⚠️ Since then you did this (1 minute ago): Refund')
  })

  test('does not tell those what somebody else did who may do no such thing', () => {
    const ana = world.chatOf()
    doIt(world, ana, 'CANCEL_ORDER id=204')
    doIt(world, world.chatOf({ name: 'Bia' }), 'REFUND_ORDER id=204 amount=10')
    ana.person = { ...ana.person, roles: ['helper'] }
    const { text } = ana.say('undo')
    expect(text).toContain('⚠️ Since then Bia did something with it (1 minute ago).\n')
    expect(text).not.toContain('Refund')
  })

  test('is shown again when somebody has done something meanwhile', () => {
    const [ana, bia] = [world.chatOf(), world.chatOf({ name: 'Bia' })]
    doIt(world, ana, 'REINSTATE_ORDER id=206')
    ana.say('undo')
    const code = ana.expect()
    doIt(world, bia, 'ADD_NOTE id=206 text=fragile')
    const { text } = ana.say(code)
    expect(text).toContain('Something has changed since the preview')
    expect(text).toContain('This takes back: Reinstate order 206')
    expect(text).toContain('⚠️ Since then Bia did this')
    expect(ana.sayAll(ana.expect()).map(({ about }) => about)).not.toContain('preview')
  })

  test('of what is put right to be about something else takes nothing back', () => {
    const ana = world.chatOf()
    doIt(world, ana, 'CANCEL_ORDER id=204')
    ana.say('undo')
    const { text } = ana.say('no, 206')
    expect(text).toContain('206')
    expect(text).not.toContain('This takes back')
  })

  test('that was chosen says so as well', () => {
    const undo = { command: 'REINSTATE_ORDER', arguments: null }
    world.catalogue = withCommand(catalogue, 'REFUND_ORDER', { command: { undo } })
    const ana = world.chatOf()
    doIt(world, ana, 'REFUND_ORDER id=205 amount=10')
    expect(ana.say('cancel that').options).toHaveLength(2)
    expect(ana.say('1').text).toMatch(/^This takes back: Refund R\$10\.00 of order 205/u)
    ana.say('0')
    ana.say('cancel that')
    expect(ana.say('2').text).not.toContain('This takes back')
  })

  test('done once more says nothing of what it took back the first time', () => {
    const ana = world.chatOf()
    doIt(world, ana, 'CANCEL_ORDER id=204')
    doIt(world, ana, 'undo')
    expect(ana.say('again').text).not.toContain('This takes back')
  })
})
