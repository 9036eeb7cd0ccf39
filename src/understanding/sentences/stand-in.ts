/** Reads like an id and like a name, and is neither: it stands in a text for a thing that is not named there. */
export const standIn = '8070605040'
