/** What the few things of some entities are called, by entity, as it is written. */
export type Names = Readonly<Record<string, readonly string[]>>

/** The names that whoever speaks may use, asked for when they are needed. Never throws. */
export type LikelyNames = () => Promise<Names>
