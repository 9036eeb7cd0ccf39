import type { EntityTexts } from './catalogue.ts'

/**
 * Whether people know the things of a kind by their ids. What has a text for how its things are called without the id in it is called so
 * alone: its ids mean nothing to anybody, and a number that somebody says is none of them.
 */
export function isKnownById(texts: Pick<EntityTexts, 'named'> | undefined): boolean {
  return texts?.named === undefined || /\{\s*id\s*[,}]/u.test(texts.named)
}
