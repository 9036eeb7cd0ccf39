/** Something in a file that a person has to mend; line and column count from 1. */
export type Problem = {
  /** The file as people name it: `commands/orders/cancel.yaml`. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Says what is wrong and what to do. */
  readonly message: string
  /** The source line itself; empty when the file has no such line. */
  readonly excerpt: string
}

/** Takes a problem down; checking goes on, so that all of them are told at once. */
export type Report = (problem: Problem) => void

/** A problem of a whole file: one that is absent, or has no business where it is. */
export function fileProblem(file: string, message: string): Problem {
  return { file, line: 1, column: 1, message, excerpt: '' }
}

/** All problems in reading order, each as `file:line:column: message`, the source line and a caret under the column. */
export function renderProblems(problems: readonly Problem[]): string {
  return problems.toSorted(inReadingOrder).map(renderProblem).join('\n')
}

function renderProblem({ file, line, column, message, excerpt }: Problem): string {
  const head = `${file}:${line}:${column}: ${message}`
  if (excerpt.trim() === '') return head
  // Tabs stay tabs, so that the caret stands under its column however wide they are shown.
  const indent = excerpt.slice(0, column - 1).replace(/[^\t]/gu, ' ')
  return `${head}\n  ${excerpt}\n  ${indent}^`
}

function inReadingOrder(one: Problem, other: Problem): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.line - other.line || one.column - other.column
}
