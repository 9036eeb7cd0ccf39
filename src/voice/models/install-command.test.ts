import { expect, test } from 'vitest'
import { installCommand } from './install-command.ts'
import { offeredModels } from './speech-models.ts'

test.each([
  ['auto', null, 'en', 'sayso speech install'],
  ['auto', 'whisper-1', 'pt-BR', 'sayso speech install whisper-base'],
  ['local', null, 'es', 'sayso speech install whisper-base'],
  ['local', 'whisper-small', 'pt-BR', 'sayso speech install whisper-small'],
  ['local', 'moonshine-tiny', 'en', 'sayso speech install moonshine-tiny'],
  ['local', 'moonshine-tiny', 'pt-BR', null],
  ['local', 'of-ones-own', 'en', null],
  ['openai', null, 'en', null],
  ['off', null, 'en', null],
] as const)('SPEECH=%s with SPEECH_MODEL=%s hears %s after: %s', (speech, model, language, command) => {
  expect(installCommand({ speech, model }, language)).toBe(command)
})

test('names models that are offered', () => {
  expect(offeredModels.map(({ name }) => name)).toContain('whisper-base')
})
