/**
 * The speech half of the OpenAI API, for real, on 127.0.0.1: it reads uploads as the real one does and refuses what that
 * refuses. What it hears is for the test to say; what it speaks is a recording. Trouble comes on command.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findFfmpeg } from '../../voice/audio/find-ffmpeg.ts'
import { noteFormat } from '../../voice/audio/note-format.ts'
import { durationMsOf, type Samples } from '../../voice/audio/samples.ts'
import { transcode } from '../../voice/audio/transcode.ts'

/** An upload as it was understood. */
export type TranscriptionRequest = {
  readonly model: string
  readonly language: string | null
  readonly prompt: string | null
  readonly samples: Samples
}

export type SpeechRequest = { readonly model: string; readonly voice: string; readonly input: string }

/** What happens to the next request instead of an answer. */
export type ApiTrouble =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Answers well, this many milliseconds later. */
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'cut' }
  /** Answers 200 with this instead of a transcription. */
  | { readonly kind: 'answer'; readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>> }

/** What was heard: the text, or all that the long form of an answer has. */
export type Said = string | { readonly text: string; readonly [field: string]: unknown }

export type OpenAiServer = {
  /** The base URL that clients are given. */
  readonly url: string
  readonly apiKey: string
  /** Every upload that was accepted, in order. */
  readonly transcriptions: readonly TranscriptionRequest[]
  readonly speeches: readonly SpeechRequest[]
  /** Everything that arrived, also what was refused. */
  readonly requests: () => number
  /** What happens to the next requests, one after the other; then all is well again. */
  readonly trouble: (...next: readonly ApiTrouble[]) => void
  readonly close: () => Promise<void>
}

/** OpenAI takes no larger file, in bytes. */
const maxUploadBytes = 25 * 1024 * 1024
const maxInputLength = 4096
const extensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']
const forms = ['json', 'text', 'srt', 'verbose_json', 'vtt']
const spoken = new URL('../../voice/fixtures/en-festival-slt-hts-08.ogg', import.meta.url)

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function startOpenAiServer({
  hear,
}: {
  readonly hear: (request: TranscriptionRequest) => Said | Promise<Said>
}): Promise<OpenAiServer> {
  const apiKey = 'sk-test-only'
  const transcriptions: TranscriptionRequest[] = []
  const speeches: SpeechRequest[] = []
  const troubles: ApiTrouble[] = []
  let requests = 0

  async function transcribe(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { request, form } = await readUpload(incoming)
    transcriptions.push(request)
    const said = await hear(request)
    const brief = typeof said === 'string' ? { text: said } : said
    if (form === 'text') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(brief.text)
    const seconds = durationMsOf(request.samples) / 1000
    const segment = { id: 0, start: 0, end: seconds, text: brief.text, avg_logprob: -0.1, no_speech_prob: 0 }
    const long = { task: 'transcribe', language: 'english', duration: seconds, segments: [segment], ...brief }
    json(response, 200, form === 'verbose_json' ? long : brief)
  }

  async function speak(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse((await readBody(incoming)).toString())
    const request = readSpeech(body)
    speeches.push(request)
    response.writeHead(200, { 'content-type': 'audio/ogg' }).end(await readFile(spoken))
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1
    const trouble = troubles.shift()
    if (trouble?.kind === 'silent') return
    if (trouble?.kind === 'cut') return void response.destroy()
    if (trouble?.kind === 'answer')
      return void response.writeHead(200, { 'content-type': 'application/json', ...trouble.headers }).end(trouble.body)
    if (trouble?.kind === 'status') return refuse(response, trouble.status, 'On command', trouble.headers)
    if (trouble?.kind === 'late') await new Promise((resolve) => setTimeout(resolve, trouble.ms))
    try {
      if (incoming.headers.authorization !== `Bearer ${apiKey}`) throw new Refused(401, 'Incorrect API key provided')
      if (incoming.method === 'POST' && incoming.url === '/v1/audio/transcriptions')
        return await transcribe(incoming, response)
      if (incoming.method === 'POST' && incoming.url === '/v1/audio/speech') return await speak(incoming, response)
      throw new Refused(404, `Invalid URL (${incoming.method} ${incoming.url})`)
    } catch (error) {
      refuse(response, error instanceof Refused ? error.status : 500, String(error))
    }
  }

  const server = createServer((incoming, response) => void answer(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    apiKey,
    transcriptions,
    speeches,
    requests: () => requests,
    trouble: (...next) => void troubles.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readUpload(
  incoming: IncomingMessage,
): Promise<{ readonly request: TranscriptionRequest; readonly form: string }> {
  const contentType = incoming.headers['content-type'] ?? ''
  if (!contentType.startsWith('multipart/form-data')) throw new Refused(400, 'Expected multipart/form-data')
  const body = await readBody(incoming)
  if (body.length > maxUploadBytes) throw new Refused(413, 'Maximum content size limit (26214400) exceeded')
  const fields = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  const text = (name: string): string | null => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : null
  }
  const file = fields.get('file')
  const [model, language, form] = [text('model'), text('language'), text('response_format') ?? 'json']
  if (model === null) throw new Refused(400, 'you must provide a model parameter')
  if (file === null || typeof file === 'string') throw new Refused(400, "'file' is a required property")
  if (!extensions.includes(file.name.split('.').at(-1) ?? '')) throw new Refused(400, 'Invalid file format.')
  if (language !== null && !/^[a-z]{2}$/u.test(language)) throw new Refused(400, `Invalid language '${language}'`)
  if (!forms.includes(form)) throw new Refused(400, `Unknown response_format '${form}'`)
  const bytes = Buffer.from(await file.arrayBuffer())
  const format = noteFormat(bytes)
  if (format === null) throw new Refused(400, 'The audio file could not be decoded or its format is not supported.')
  const decoded = await transcode(bytes, { format, ffmpeg: await findFfmpeg() })
  if (decoded.kind !== 'samples') throw new Refused(400, 'The audio file could not be decoded.')
  return { request: { model, language, prompt: text('prompt'), samples: decoded.samples }, form }
}

function readSpeech(body: unknown): SpeechRequest {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const field = (name: string): string => {
    const value: unknown = Reflect.get(fields, name)
    if (typeof value !== 'string' || value === '') throw new Refused(400, `you must provide '${name}'`)
    return value
  }
  const input = field('input')
  if (input.length > maxInputLength) throw new Refused(400, 'string too long')
  if (field('response_format') !== 'opus') throw new Refused(400, 'This server speaks opus alone')
  return { model: field('model'), voice: field('voice'), input }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  json(response, status, { error: { message, type: 'invalid_request_error', param: null, code: null } }, headers)
}

function json(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
