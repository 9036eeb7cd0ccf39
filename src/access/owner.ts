/** The role that may do everything; somebody always has it, once anybody had. */
export const ownerRole = 'owner'
