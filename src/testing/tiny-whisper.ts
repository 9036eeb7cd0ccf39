/**
 * A Whisper model of a few kilobytes in the form that the local engine takes, without anything learnt: it says one word,
 * which depends on nothing but the language that the engine was told. What is tried with it is the way to a model and back.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { InstalledModel } from '../voice/models/model-store.ts'

const words = [' ', ' Hello.', ' Olá.', ' Hola.']
const languages = ['en', 'pt', 'es']
const [eot, sot, firstLanguage] = [4, 5, 6]
const [translate, transcribe, noSpeech, noTimestamps] = [9, 10, 11, 12]
const vocabulary = 13
const [layers, context, state, mels] = [1, 32, 4, 80]

const metadata: Readonly<Record<string, string>> = {
  model_type: 'whisper-tiny',
  version: '1',
  maintainer: 'tests',
  n_mels: String(mels),
  n_audio_ctx: '1500',
  n_audio_state: String(state),
  n_audio_head: '1',
  n_audio_layer: '1',
  n_vocab: String(vocabulary),
  n_text_ctx: String(context),
  n_text_state: String(state),
  n_text_head: '1',
  n_text_layer: String(layers),
  sot_sequence: [sot, firstLanguage, transcribe].join(','),
  all_language_tokens: languages.map((_, at) => firstLanguage + at).join(','),
  all_language_codes: languages.join(','),
  sot: String(sot),
  sot_index: '0',
  eot: String(eot),
  blank_id: '0',
  is_multilingual: '1',
  no_speech: String(noSpeech),
  non_speech_tokens: '',
  transcribe: String(transcribe),
  translate: String(translate),
  sot_prev: '0',
  sot_lm: '0',
  no_timestamps: String(noTimestamps),
}

/** Lays the model out in a folder, as one that was installed. */
export async function layOutTinyWhisper(folder: string): Promise<InstalledModel> {
  await mkdir(folder, { recursive: true })
  const files = { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' } as const
  await writeFile(path.join(folder, files.encoder), encoder())
  await writeFile(path.join(folder, files.decoder), decoder())
  const tokens = words.map((word, id) => `${Buffer.from(word).toString('base64')} ${id}\n`).join('')
  await writeFile(path.join(folder, files.tokens), tokens)
  const sha256: Record<string, string> = {}
  for (const file of Object.values(files))
    sha256[file] = createHash('sha256')
      .update(await readFile(path.join(folder, file)))
      .digest('hex')
  const manifest = { name: 'whisper-of-tests', kind: 'whisper', languages: [], licence: 'MIT', files, sha256 } as const
  await writeFile(path.join(folder, 'model.json'), JSON.stringify(manifest))
  return { ...manifest, languages: [], folder }
}

/** What it hears is what it got. */
function encoder(): Buffer {
  return model({
    nodes: [node('Identity', ['mel'], ['n_layer_cross_k']), node('Identity', ['mel'], ['n_layer_cross_v'])],
    initializers: [],
    inputs: [tensor('mel', float, ['N', mels, 'T'])],
    outputs: [tensor('n_layer_cross_k', float, ['N', mels, 'T']), tensor('n_layer_cross_v', float, ['N', mels, 'T'])],
  })
}

/** After a word comes the end; before it, the word of the language that is among the tokens. */
function decoder(): Buffer {
  const next = new Float32Array(vocabulary * vocabulary)
  const said = new Float32Array(vocabulary * vocabulary)
  for (let word = 1; word < words.length; word++) {
    next[word * vocabulary + eot] = 9
    said[(firstLanguage + word - 1) * vocabulary + word] = 5
  }
  const cache = ['L', 'N', 'C', 'S']
  const cross = ['A', 'B', 'D']
  return model({
    nodes: [
      node('Gather', ['next', 'tokens'], ['follows']),
      node('Gather', ['said', 'tokens'], ['spoken']),
      node('ReduceSum', ['spoken'], ['language'], [1]),
      node('Add', ['follows', 'language'], ['logits']),
      node('Identity', ['in_n_layer_self_k_cache'], ['out_n_layer_self_k_cache']),
      node('Identity', ['in_n_layer_self_v_cache'], ['out_n_layer_self_v_cache']),
    ],
    initializers: [table('next', next), table('said', said)],
    inputs: [
      tensor('tokens', int64, ['N', 'T']),
      tensor('in_n_layer_self_k_cache', float, cache),
      tensor('in_n_layer_self_v_cache', float, cache),
      tensor('n_layer_cross_k', float, cross),
      tensor('n_layer_cross_v', float, cross),
      tensor('offset', int64, [1]),
    ],
    outputs: [
      tensor('logits', float, ['N', 'T', vocabulary]),
      tensor('out_n_layer_self_k_cache', float, cache),
      tensor('out_n_layer_self_v_cache', float, cache),
    ],
  })
}

// The fields of ONNX's protocol buffers, by their numbers.
const [float, int64] = [1, 7]

type Graph = Readonly<Record<'nodes' | 'initializers' | 'inputs' | 'outputs', readonly Buffer[]>>

function model({ nodes, initializers, inputs, outputs }: Graph): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((each) => bytes(1, each)),
    bytes(2, 'tiny'),
    ...initializers.map((each) => bytes(5, each)),
    ...inputs.map((each) => bytes(11, each)),
    ...outputs.map((each) => bytes(12, each)),
  ])
  const properties = Object.entries(metadata).map(([key, value]) =>
    bytes(14, Buffer.concat([bytes(1, key), bytes(2, value)])),
  )
  return Buffer.concat([
    number(1, 6),
    bytes(7, graph),
    bytes(8, Buffer.concat([bytes(1, ''), number(2, 11)])),
    ...properties,
  ])
}

function node(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  axes: readonly number[] = [],
): Buffer {
  const attribute = Buffer.concat([bytes(1, 'axes'), ...axes.map((axis) => number(8, axis)), number(20, 7)])
  return Buffer.concat([
    ...inputs.map((each) => bytes(1, each)),
    ...outputs.map((each) => bytes(2, each)),
    bytes(4, operator),
    ...(axes.length === 0 ? [] : [bytes(5, attribute)]),
  ])
}

function tensor(name: string, type: number, shape: readonly (number | string)[]): Buffer {
  const dimensions = shape.map((each) => bytes(1, typeof each === 'number' ? number(1, each) : bytes(2, each)))
  const tensorType = Buffer.concat([number(1, type), bytes(2, Buffer.concat(dimensions))])
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensorType))])
}

function table(name: string, values: Float32Array): Buffer {
  const size = [number(1, vocabulary), number(1, vocabulary)]
  return Buffer.concat([...size, number(2, float), bytes(8, name), bytes(9, Buffer.from(values.buffer))])
}

function bytes(field: number, content: Buffer | string): Buffer {
  const body = Buffer.from(content)
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body])
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)])
}

function varint(value: number): Buffer {
  const all: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...all, rest])
    all.push((rest % 128) | 128)
  }
}
