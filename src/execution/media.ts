import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import type { Json, JsonObject } from '../json.ts'

/** How many files one command sends at most. */
export const MAX_MEDIA = 10

const Media = Type.Readonly(
  Type.Object({
    /** Inside the workspace, with its root as `/`. */
    path: Type.String({ minLength: 1 }),
    mimetype: Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$' }),
    /** What people see and save it as; no folder in it. */
    filename: Type.String({ minLength: 1, maxLength: 120, pattern: '^[^/\\\\\\u0000-\\u001f]+$' }),
    /** `image` is shown in the chat, `document` is offered as a file. */
    kind: Type.Enum(['image', 'document']),
  }),
)

/** A file for the chat: an action gives it in its output as `media: [...]`. */
export type Media = Readonly<Static<typeof Media>>

const isMedia = new Ajv2020({ strict: true, validateSchema: false }).compile<Media>(Media)

/**
 * The files that a run has made for the chat, in the order of its outputs. What is not of the shape of `Media` is left
 * out: an output is what some service answered as often as what we wrote.
 */
export function mediaOf(outputs: JsonObject): readonly Media[] {
  return Object.values(outputs)
    .flatMap((output) => {
      if (typeof output !== 'object' || output === null || !('media' in output)) return []
      return Array.isArray(output.media) ? output.media : []
    })
    .filter((each): each is Json & Media => isMedia(each))
    .slice(0, MAX_MEDIA)
}
