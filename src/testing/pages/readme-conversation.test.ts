/** The conversation at the top of the README, said again: every answer is what stands there. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../conversation/conversation-harness.ts'

const readme = readFileSync(path.join(fileURLToPath(new URL('../../..', import.meta.url)), 'README.md'), 'utf8')

/** As the terminal shows it: who speaks, and below each other what they say. */
type Turn = { readonly who: string; readonly text: string }

function turnsIn(block: string): readonly Turn[] {
  return block
    .split(/\n(?=\S)/u)
    .map((each) => /^(\w+) +› ([\s\S]+)$/u.exec(each) ?? [])
    .map(([, who = '', text = '']) => ({ who, text: text.replaceAll(/\n {8}/gu, '\n') }))
}

test('the conversation at the top of the README is one that can be had', async () => {
  const [, block = ''] = /^```\n([\s\S]*?)\n```$/mu.exec(readme) ?? []
  const written = turnsIn(block)
  // The codes that were drawn there are drawn again.
  const [, token = ''] = /CONFIRM (\w+)/u.exec(block) ?? []
  const [, ref = ''] = /#(\w+)/u.exec(block) ?? []
  let drawn = 0
  const ids = () => ({ commandId: `command ${++drawn}`, ref, token })
  const ana = createConversationWorld({ catalogue: await loadShippedCatalogue(), ids }).chatOf({ name: 'ana' })

  const had = written
    .filter(({ who }) => who === 'ana')
    .flatMap((said) => {
      const replies = [...ana.sayAll(said.text), ...ana.work()]
      return [said, ...replies.map(({ text }) => ({ who: 'Sayso', text: text.replaceAll(/\*([^*\n]+)\*/gu, '$1') }))]
    })
  expect(written).toHaveLength(8)
  expect(had).toEqual(written)
})
