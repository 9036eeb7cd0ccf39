import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { UserError } from '../../errors.ts'
import type { Message, MessageContent } from '../message.ts'

const Text = Type.String({ minLength: 1, maxLength: 1_000_000 })
const Id = Type.String({ minLength: 1, maxLength: 200 })

/** A message of the scripting door; its fields are described in docs/chat-json.md. */
export const DoorMessage = Type.Object(
  {
    from: Type.Optional(Type.String({ pattern: '^\\+[1-9]\\d{6,14}$' })),
    chat: Type.Optional(Id),
    mentions: Type.Optional(Type.Boolean()),
    id: Type.Optional(Id),
    text: Type.Optional(Type.String({ maxLength: 1_000_000 })),
    voice: Type.Optional(Text),
    reaction: Type.Optional(
      Type.Object({ to: Id, emoji: Type.String({ maxLength: 32 }) }, { additionalProperties: false }),
    ),
    file: Type.Optional(Type.Object({ path: Text, mimetype: Text, filename: Text }, { additionalProperties: false })),
    quoted: Type.Optional(Id),
    forwarded: Type.Optional(Type.Boolean()),
    edit: Type.Optional(Id),
    revoke: Type.Optional(Id),
    sentAt: Type.Optional(Type.String({ maxLength: 40 })),
  },
  { additionalProperties: false },
)

/** The question whether everything is quiet; the answer repeats its text. */
export const Idle = Type.Object({ idle: Type.String({ maxLength: 200 }) }, { additionalProperties: false })

const ajv = new Ajv2020({ validateSchema: false })
const isMessage = ajv.compile<Static<typeof DoorMessage>>(DoorMessage)
const isIdle = ajv.compile<Static<typeof Idle>>(Idle)

export type DoorLine =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'idle'; readonly idle: string }

/**
 * One line of the scripting door: a message, or the question whether everything is quiet.
 * @throws UserError `message_invalid` saying what is wrong with the line
 */
export function parseDoorLine(
  line: string,
  { account, speaker, now }: { account: string; speaker: string | null; now: Date },
): DoorLine {
  const value = parseJson(line)
  if (isIdle(value)) return { kind: 'idle', idle: value.idle }
  if (!isMessage(value)) throw invalid(describe(isMessage.errors?.[0]))
  const from = value.from ?? speaker
  if (from === null) throw invalid('it has no "from", and there is nobody to speak for')
  const sentAt = value.sentAt ?? now.toISOString()
  if (Number.isNaN(Date.parse(sentAt))) throw invalid('"sentAt" is not an ISO 8601 time')
  return {
    kind: 'message',
    message: {
      account,
      channel: 'terminal',
      id: value.id ?? randomUUID(),
      from,
      group: value.chat ?? null,
      mentions: value.mentions ?? false,
      content: contentOf(value),
      quoted: value.quoted ?? null,
      forwarded: value.forwarded ?? false,
      sentAt: new Date(sentAt).toISOString(),
    },
  }
}

/** A line says one thing: of one that says more, which half was meant cannot be known. */
function contentOf(value: Static<typeof DoorMessage>): MessageContent {
  const { text, voice, reaction, file, edit, revoke } = value
  const said = (['text', 'voice', 'reaction', 'file', 'edit', 'revoke'] as const).filter(
    (field) => value[field] !== undefined && !(field === 'text' && edit !== undefined),
  )
  if (said.length > 1) throw invalid(`${listOf(said)} are said at once; write a line for each`)
  if (edit !== undefined) {
    if (text !== undefined) return { kind: 'edit', of: edit, text }
    throw invalid('"edit" needs "text", what the message says now; "revoke" is for one that was deleted')
  }
  if (text !== undefined) return { kind: 'text', text }
  if (revoke !== undefined) return { kind: 'revoke', of: revoke }
  if (voice !== undefined) return { kind: 'voice', path: voice }
  if (reaction !== undefined) return { kind: 'reaction', ...reaction }
  if (file !== undefined) return { kind: 'file', ...file }
  throw invalid('it needs exactly one of "text", "voice", "reaction", "file", "edit", "revoke"')
}

function listOf(fields: readonly string[]): string {
  return fields.map((field) => `"${field}"`).join(' and ')
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new UserError('message_invalid', 'The line is not JSON: write one JSON object per line', { cause })
  }
}

function describe(
  error:
    | { readonly instancePath: string; readonly message?: string; readonly params: Readonly<Record<string, unknown>> }
    | undefined,
): string {
  const extra: unknown = error?.params['additionalProperty']
  if (typeof extra === 'string') return `"${extra}" is not a field of a message`
  return `${error?.instancePath.slice(1) || 'it'} ${error?.message ?? 'is not understood'}`
}

function invalid(why: string): UserError {
  return new UserError('message_invalid', `The message is not understood: ${why}`)
}
