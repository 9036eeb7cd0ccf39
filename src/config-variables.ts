/**
 * Every variable of the environment that Sayso reads, with its meaning, unit and default. It is the one list: `config.ts` can read
 * no other, takes its defaults from here, and `.env.example` is rendered from it.
 */

/** One variable. */
export type ConfigVariable = {
  /** What it says, with its unit or the values that it may have; one line. */
  readonly meaning: string
  /** As it would be written; `null`: without it, `otherwise` holds. */
  readonly default: string | null
  /** What holds without it, in words. */
  readonly otherwise?: string
  /** What it may look like, where no default shows it. */
  readonly example?: string
}

export const configVariables = {
  DATABASE_URL: {
    meaning: 'Postgres 15 or later for the ledger',
    default: null,
    otherwise: 'embedded, in the data folder',
    example: 'postgresql://sayso:password@localhost:5432/sayso',
  },
  REDIS_URL: {
    meaning: 'Redis 7 or later, with maxmemory-policy noeviction, for the queue and the fast front of the claims',
    default: null,
    otherwise: 'the queue lives in Postgres',
    example: 'redis://localhost:6379',
  },
  SHOP_DATABASE_URL: {
    meaning: 'Postgres of the SQL connection "shop"',
    default: null,
    otherwise: 'a demo shop beside the ledger, or that of the catalogue',
    example: 'postgresql://shop:password@localhost:5432/shop',
  },
  SAYSO_SECRET: {
    meaning: 'The root of all keys, 32 characters or more, the same on every machine: openssl rand -base64 33',
    default: null,
    otherwise: 'made once in the data folder; required with DATABASE_URL',
    example: 'what-openssl-rand-has-printed-and-nobody-knows',
  },
  SAYSO_SECRET_PREVIOUS: {
    meaning: 'Earlier roots, separated by commas, until `sayso secret rotate` says that nothing needs them any more',
    default: null,
    otherwise: 'none',
    example: 'what-SAYSO_SECRET-was-before-it-was-changed',
  },
  SAYSO_DATA: { meaning: 'The data folder', default: '.sayso' },
  SAYSO_PEOPLE: {
    meaning: 'The people file: phone, name, roles, language, time zone of whoever may speak',
    default: null,
    otherwise: 'the first owner comes by the one-time code, and owners add all others in the chat',
    example: 'people.yaml',
  },
  TZ: {
    meaning: 'The time zone of the first owner, who can change it in the chat, and of what is tried in a terminal',
    default: null,
    otherwise: "the machine's",
    example: 'America/Sao_Paulo',
  },
  SAYSO_WORKSPACE: {
    meaning: 'The folder that file steps see',
    default: null,
    otherwise: 'workspace/ in the data folder',
    example: '/srv/files',
  },
  SAYSO_CATALOGUE: {
    meaning: 'The folder that holds commands/ and locales/',
    default: null,
    otherwise: 'those that come with Sayso',
    example: '/etc/sayso',
  },
  SAYSO_ACTIONS: {
    meaning: 'The folder of your own actions for steps, one module each',
    default: null,
    otherwise: 'none',
    example: '/etc/sayso/actions',
  },
  SAYSO_SERVICES: {
    meaning: 'The file that names the HTTP services that steps may call',
    default: null,
    otherwise: 'none',
    example: 'services.yaml',
  },
  SAYSO_CONFIRM_WITHIN: { meaning: 'How long a preview can be confirmed: 30s, 10m, 1h, 2d', default: '5m' },
  SAYSO_APPROVE_WITHIN: {
    meaning: 'How long what somebody else asked for can be confirmed: 30m, 2h, 1d',
    default: '1h',
  },
  SAYSO_START_WITHIN: {
    meaning: 'How long a confirmed command waits for a worker before it is dropped: 30s, 10m, 1h, 2d',
    default: '10m',
  },
  SAYSO_STEP_TIMEOUT: { meaning: 'How long one step may take, 7d at most: 30s, 10m, 1h', default: '1m' },
  SAYSO_STOP_WITHIN: { meaning: 'How long a stop waits for what is running, 7d at most: 10s, 1m', default: '10s' },
  SAYSO_WORKERS: { meaning: 'How many commands one process runs side by side, 1 to 64', default: '4' },
  SAYSO_LOG: {
    meaning: 'trace, debug, info, warn, error or silent; events in JSON on standard error',
    default: 'warn',
  },
  SAYSO_ALLOW_IMPERSONATION: {
    meaning: '1: whoever has the terminal may speak as anybody; 0: they may not',
    default: '0',
  },
  HTTP_PORT: {
    meaning: 'The port of /healthz, /readyz and /metrics of a bot or worker, 1 to 65535',
    default: null,
    otherwise: 'nothing is served',
    example: '9464',
  },
  HTTP_HOST: {
    meaning:
      'The address that HTTP_PORT is served on; 0.0.0.0: all addresses of this machine, for a network that you trust',
    default: '127.0.0.1',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'The collector that gets OpenTelemetry traces, by OTLP over HTTP; the other OTEL_EXPORTER_OTLP_… variables work too',
    default: null,
    otherwise: 'nothing is traced',
    example: 'http://localhost:4318',
  },
  OTEL_SERVICE_NAME: { meaning: 'The service name in the traces', default: 'sayso' },
  ALERT_WEBHOOK: {
    meaning: 'Gets a POST { "source", "kind", "text" } when a WhatsApp number needs a person',
    default: null,
    otherwise: 'it is only shown and logged',
    example: 'https://hooks.example.com/sayso',
  },
  SPEECH: {
    meaning: 'What transcribes voice notes: auto (the API, then a local model), openai, local or off',
    default: 'auto',
  },
  SPEECH_MODEL: {
    meaning: 'The model that transcribes: one of the API, or with SPEECH=local an installed one',
    default: null,
    otherwise: 'whisper-1 with the API, the best installed one with SPEECH=local',
    example: 'whisper-1',
  },
  OPENAI_API_KEY: {
    meaning: 'The key of the OpenAI API, or of another server that speaks it',
    default: null,
    otherwise: 'no service is used, unless OPENAI_BASE_URL names one',
    example: 'sk-…',
  },
  OPENAI_BASE_URL: {
    meaning: 'A server of your own that speaks the OpenAI API',
    default: null,
    otherwise: 'OpenAI itself',
    example: 'http://localhost:8000/v1',
  },
  VOICE_RETENTION: { meaning: 'How long the audio of voice notes is kept: none, 1d, 30d', default: 'none' },
  VOICE_CONFIRM: {
    meaning: 'typed: a voice note confirms nothing; phrase: it confirms by the full phrase, spoken exactly',
    default: 'typed',
  },
  VOICE_REPLY: {
    meaning: 'on: answers to voice notes are also spoken, which needs the API; off: they are not',
    default: 'off',
  },
  VOICE_REPLY_MODEL: { meaning: 'The model of the API that speaks', default: 'tts-1' },
  VOICE_REPLY_VOICE: { meaning: 'The voice that it speaks with', default: 'alloy' },
} as const satisfies Readonly<Record<string, ConfigVariable>>

export type VariableName = keyof typeof configVariables

/** The names of those that have a default of their own. */
export type VariableWithDefault = {
  [Name in VariableName]: (typeof configVariables)[Name]['default'] extends string ? Name : never
}[VariableName]
