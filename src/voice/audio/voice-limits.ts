/** What a voice note may be, and how long anything about it may take. */

/** WhatsApp sends no larger audio than this, in bytes. */
export const maxNoteBytes = 16 * 1024 * 1024
/** A longer note is a monologue, not a command, in milliseconds. */
export const maxNoteMs = 5 * 60_000
/** Nothing that anybody says is shorter, in milliseconds. */
export const minNoteMs = 250
/** How long the decoder may work on one note before it is killed, in milliseconds. */
export const transcodeMs = 20_000
/** How many notes are worked on at a time; more wait. */
export const notesAtATime = 2
/** A note of more pieces is no command or two, and each of them is heard as seldom as can be. */
export const mostPiecesAgain = 2
/** What all engines together may take for a note of this length, both in milliseconds. */
export const hearWithinMs = (lengthMs: number): number => 90_000 + 2 * lengthMs
/** How long a transcript may be, in characters; nobody says more within `maxNoteMs`. */
export const maxTranscriptLength = 8_000
