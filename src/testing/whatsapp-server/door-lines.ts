/** What the scripting door and the process that keeps its network tell each other, one JSON object per line. */

/** From the door. Whoever goes without a word was killed. */
export type ToHost =
  | { readonly line: string }
  /** Nothing more is said: the bot ends when it is quiet. */
  | { readonly end: true }
  /** The bot ends now, in its own time. */
  | { readonly stop: true }

/** To the door. */
export type FromHost =
  /** A line for its standard output. */
  | { readonly out: object }
  /** Something for its standard error. */
  | { readonly log: string }
  /** The bot has ended; so does the door, with this status. */
  | { readonly exit: number }

/** In the data folder: where the process listens. */
export const hostFile = 'whatsapp-server.json'
