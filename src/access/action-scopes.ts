/** What actions ask for beside the scope of their command: a role may grant these as well. */
export const actionScopes = {
  /** To choose from all people where a command wants one of them; everybody else names whom they mean. */
  listPeople: 'admin.list-people',
  /** To settle what anybody asked for; everybody else settles what they asked for themselves. */
  settleAny: 'admin.settle-any',
} as const
