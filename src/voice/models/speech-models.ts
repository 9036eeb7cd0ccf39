/**
 * The models that `sayso speech install` knows. A model is a few files in `models/<name>` of the data folder, described by
 * the `model.json` beside them, so that a model from elsewhere can be put there by hand.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'

const File = Type.String({ pattern: '^[\\w.-]+$', maxLength: 100 })

const ModelManifest = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]*$', maxLength: 60 }),
    kind: Type.Union([Type.Literal('moonshine'), Type.Literal('whisper')]),
    /** ISO 639-1; empty: all that Whisper knows. */
    languages: Type.Array(Type.String({ pattern: '^[a-z]{2}$' })),
    licence: Type.String(),
    files: Type.Object({ encoder: File, decoder: File, tokens: File }, { additionalProperties: false }),
    /** SHA-256 of each file, hexadecimal. */
    sha256: Type.Record(File, Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
)

/** What is known of a model in the data folder. */
export type ModelManifest = Static<typeof ModelManifest>

export const isModelManifest = new Ajv2020({ validateSchema: false }).compile<ModelManifest>(ModelManifest)

/** Where the files of a model come from. */
export type ModelSource =
  /** A package of the registry that npm is configured with: its tarball, and what lies in it. */
  | {
      readonly kind: 'npm'
      readonly package: string
      readonly version: string
      /** SHA-512 of the tarball, base64, as npm's lock files have it. */
      readonly sha512: string
      /** Path in the tarball → name in the model's folder, with the SHA-256 of each. */
      readonly files: readonly { readonly path: string; readonly to: string; readonly sha256: string }[]
    }
  /** A repository of Hugging Face, which publishes the digest of every file; it is compared with what arrives. */
  | {
      readonly kind: 'huggingface'
      readonly repository: string
      readonly files: readonly { readonly path: string; readonly to: string }[]
    }

/** A model that can be installed. */
export type OfferedModel = Pick<ModelManifest, 'name' | 'kind' | 'languages' | 'licence'> & {
  /** What is downloaded, in megabytes, about. */
  readonly megabytes: number
  readonly about: string
  readonly source: ModelSource
}

const moonshinePackage = {
  kind: 'npm',
  package: '@usefulsensors/moonshine-js',
  version: '0.1.16',
  sha512: 'iQIF4XHwyPxBm1l/ECJPjJLQj8RvlYj2guRsiUgrfa9vSE3gYXeaoV2DHjNgi7NIUTyl648AG2t+Ndbrj+L7TA==',
} as const

function moonshine(size: string, encoder: string, decoder: string): ModelSource {
  const folder = `package/dist/model/${size}/quantized`
  return {
    ...moonshinePackage,
    files: [
      { path: `${folder}/encoder_model.onnx`, to: 'encoder.onnx', sha256: encoder },
      { path: `${folder}/decoder_model_merged.onnx`, to: 'decoder.onnx', sha256: decoder },
    ],
  }
}

function whisper(size: string): ModelSource {
  return {
    kind: 'huggingface',
    repository: `csukuangfj/sherpa-onnx-whisper-${size}`,
    files: [
      { path: `${size}-encoder.int8.onnx`, to: 'encoder.onnx' },
      { path: `${size}-decoder.int8.onnx`, to: 'decoder.onnx' },
      { path: `${size}-tokens.txt`, to: 'tokens.txt' },
    ],
  }
}

/** What an API hears with when no model is named. */
export const defaultApiModel = 'whisper-1'

/** The first is installed when none is named. */
export const offeredModels: readonly OfferedModel[] = [
  {
    name: 'moonshine-base',
    kind: 'moonshine',
    languages: ['en'],
    licence: 'MIT',
    megabytes: 67,
    about: 'English; comes from the npm registry',
    source: moonshine(
      'base',
      '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
      'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
    ),
  },
  {
    name: 'moonshine-tiny',
    kind: 'moonshine',
    languages: ['en'],
    licence: 'MIT',
    megabytes: 67,
    about: 'English; half the memory, more mistakes; comes from the npm registry',
    source: moonshine(
      'tiny',
      'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
      'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    ),
  },
  ...(
    [
      ['tiny', 104],
      ['base', 160],
      ['small', 375],
    ] as const
  ).map(([size, megabytes]): OfferedModel => ({
    name: `whisper-${size}`,
    kind: 'whisper',
    languages: [],
    licence: 'MIT',
    megabytes,
    about: 'Portuguese, Spanish, English and many more; comes from huggingface.co',
    source: whisper(size),
  })),
]
