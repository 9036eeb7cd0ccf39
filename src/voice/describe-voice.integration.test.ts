import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { speechModelData } from '../testing/speech-model.ts'
import { describeVoice } from './describe-voice.ts'

const said = async (env: Readonly<Record<string, string>>, dataDir: string) =>
  describeVoice(readConfig(env).voice, dataDir)

test('says by what voice notes are heard, and how that is switched on where it is not', async () => {
  const none = await mkdtemp(path.join(tmpdir(), 'sayso-no-models-'))
  const some = await speechModelData()
  expect(await said({}, none)).toBe(
    'notes are not transcribed yet: `sayso speech install` (67 MB, English) or OPENAI_API_KEY switches it on',
  )
  expect(await said({ SPEECH: 'off' }, some)).toContain('SPEECH=off')
  expect(await said({}, some)).toBe('notes transcribed by moonshine-base on this machine (en)')
  expect(await said({ OPENAI_BASE_URL: 'http://10.0.0.7:8000/v1' }, some)).toBe(
    'notes transcribed by whisper-1 at 10.0.0.7:8000, then moonshine-base on this machine (en)',
  )
  expect(await said({ OPENAI_API_KEY: 'sk', SPEECH: 'openai', SPEECH_MODEL: 'gpt-4o-transcribe' }, some)).toBe(
    'notes transcribed by gpt-4o-transcribe at OpenAI',
  )
  expect(await said({ OPENAI_API_KEY: 'sk', SPEECH: 'local' }, none)).toContain('speech install')
  expect(await said({ SPEECH: 'local', SPEECH_MODEL: 'moonshine-large' }, some)).toBe(
    'notes are not transcribed: there is no model moonshine-large (SPEECH_MODEL) on this machine; `sayso speech list` shows what there is',
  )
  await rm(none, { recursive: true })
})

test('a configuration of voice that cannot work is refused with what is missing', () => {
  expect(() => readConfig({ SPEECH: 'openai' })).toThrow('SPEECH=openai needs OPENAI_API_KEY')
  expect(() => readConfig({ VOICE_REPLY: 'on' })).toThrow('VOICE_REPLY=on needs OPENAI_API_KEY')
  expect(() => readConfig({ SPEECH: 'loud' })).toThrow('not one of auto, openai, local, off')
  expect(() => readConfig({ VOICE_CONFIRM: 'yes' })).toThrow('not one of typed, phrase')
  expect(() => readConfig({ VOICE_RETENTION: 'forever' })).toThrow('not a duration')
  expect(readConfig({}).voice).toEqual({
    speech: 'auto',
    model: null,
    openai: null,
    retentionMs: 0,
    confirm: 'typed',
    reply: null,
  })
})
