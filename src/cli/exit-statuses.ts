/** What is not understood or not there, and what may be there the next time (`sysexits`): a timer tries only that again. */
export const exitStatuses = { usage: 2, unavailable: 69 } as const
