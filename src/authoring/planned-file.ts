/** A file that is to be written. */
export type PlannedFile = {
  /** Below the folder, with `/` on every system; absolute when it lies elsewhere. */
  readonly file: string
  readonly text: string
  /** What it must hold now; `null`: it must not be there. */
  readonly before: string | null
}
