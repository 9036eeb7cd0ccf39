/** What the shapes of files are made of. */
import { Type } from 'typebox'

export const closed = { additionalProperties: false }
export const text = Type.String({ pattern: '\\S', description: 'a text that is not empty' })
export const texts = Type.Array(text)
