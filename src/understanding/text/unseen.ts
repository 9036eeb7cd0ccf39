/**
 * What nobody sees and is copied along with a token from a page or a chat: spaces without width, soft hyphens, marks of direction.
 * For a class of a regular expression. The joiners inside of emoji are none of it.
 */
export const unseen = String.raw`\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF`
