/** What actions ask for beside the scope of their command: a role may grant these as well. */
export const actionScopes = {
  /** To settle what anybody asked for; everybody else settles what they asked for themselves. */
  settleAny: 'admin.settle-any',
} as const
