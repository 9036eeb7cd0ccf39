import { destination, pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { describeError } from '../telemetry/describe-error.ts'

/** How much is held back while it cannot be written, as on a full disk, in bytes; what comes then is left out. */
const heldBack = 1 << 20

/** What nobody logs, and what would not show if somebody did. */
const hidden = [
  'text',
  'texts',
  'message',
  'body',
  'content',
  'transcript',
  'phone',
  'phones',
  'from',
  'to',
  'jid',
  'lid',
  'name',
  'args',
  'value',
  'values',
  'token',
  'secret',
  'password',
  'authorization',
  'apiKey',
  'headers',
]

/**
 * Logs are events in JSON on standard error, so that standard output belongs to the person or the program that reads it. Each has an
 * `event`, and `chat` or `commandId` where it is about one: our own ids. What people say, who they are and what is secret never stands
 * in them: errors are described without their messages, and fields with such names are blanked.
 * @param out where they go instead
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, out: DestinationStream = standardError()): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
      hooks: {
        logMethod: withWords,
      },
    },
    out,
  )
}

/** Without words of its own an event would get those of its error. */
function withWords(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, words]: readonly unknown[] = args
  if (words !== undefined || typeof first === 'string') return method.apply(this, args)
  return method.apply(this, [first instanceof Error ? { err: first } : first, 'no words'])
}

/** A full disk or a reader that has gone costs lines of the log, and nothing of the work. */
function standardError(): DestinationStream {
  const out = destination({ dest: 2, sync: true, maxLength: heldBack })
  out.on('error', () => undefined)
  return out
}
