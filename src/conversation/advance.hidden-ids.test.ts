/** Ids that mean nothing to people stand in no list of what waits, is left aside or may be meant: things are called by their names there. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = withVisits(await loadShippedCatalogue())

describe('a thing that is called by its name alone', () => {
  test.each([
    ['en', 'add a note to the order of pedro', "cancel maria's order"],
    ['es', 'agrega una nota al pedido de pedro', 'cancela el pedido de maria'],
    ['pt-BR', 'adiciona uma nota no pedido do pedro', 'cancela o pedido da maria'],
  ])('%s: is so where a note or another wish may be meant', (language, wish, other) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say(wish)
    chat.say('1')
    const { options } = chat.say(other)
    expect(options).toHaveLength(2)
    expect(options?.[0]?.label).toContain('Pedro Alves')
    expect(options?.[0]?.label).not.toMatch(/\d/u)
  })

  test.each([
    ['en', 'PLAN_VISIT id=pedro', 'PLAN_VISIT id=maria'],
    ['es', 'PLAN_VISIT id=pedro', 'PLAN_VISIT id=maria'],
    ['pt-BR', 'PLAN_VISIT id=pedro', 'PLAN_VISIT id=maria'],
  ])('%s: is so where it was chosen from a list and is left aside', (language, wish, other) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say(wish)
    chat.say('1')
    const [left] = chat.say(other).text.split('\n')
    expect(left).toMatch(/^(?:Left aside|Dejo de lado|Deixei de lado): visit \(Pedro Alves/u)
    expect(left).not.toContain('207')
  })

  test('is so where it was referred to and waits', () => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    chat.say('cancel the order of beatriz')
    chat.say('status of the order of joão')
    const { text } = chat.say('cancel it as well')
    expect(text).toContain('João Lima')
    expect(text).not.toContain('205')
  })
})

describe('a day whose hour is not known', () => {
  test('is left aside without an hour', () => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    chat.say('PLAN_VISIT id=beatriz at=2026-12-04')
    expect(chat.say('PLAN_VISIT id=maria').text.split('\n')[0]).toMatch(/, Friday, December 4, 2026\)\.$/u)
  })
})
