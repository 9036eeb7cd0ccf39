/** How a claim ended: it is the caller's now, or another command has it. */
export type Claim = { readonly kind: 'claimed' } | { readonly kind: 'held'; readonly commandId: string }

/**
 * One idempotency key belongs to at most one command at a time (CCP VIII.C; invariant 3). Claiming one's own key again
 * succeeds and keeps the later end, so that a turn that is done over does no harm.
 */
export type IdempotencyKeys = {
  /**
   * Takes the key for `windowMs` milliseconds from now. When that time is over another command may take it.
   * @throws {RetryableError} `queue_unavailable` when Redis gives no answer in time; what Postgres throws comes as it is
   */
  readonly claim: (claim: {
    readonly key: string
    readonly commandId: string
    readonly windowMs: number
  }) => Promise<Claim>
  /** Gives the key back; without effect when it is another command's. */
  readonly release: (claim: { readonly key: string; readonly commandId: string }) => Promise<void>
}
