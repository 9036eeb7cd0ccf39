/** The role that may do everything; somebody always has it, once anybody had. */
export const ownerRole = 'owner'

/** The role of whoever may become the first owner, for as long as that is so; stored for somebody it means nothing. */
export const claimantRole = 'claimant'
