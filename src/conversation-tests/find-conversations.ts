import { glob, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { renderProblems, type Problem } from '../catalogue/source/problem.ts'
import { UserError } from '../errors.ts'
import type { Conversation } from './conversation.ts'
import { parseConversations } from './parse-conversations.ts'

/**
 * The conversations of files, folders (all their `.yaml` files, however deep) and patterns such as `conversations/*.yaml`, by file
 * and in the order of each.
 * @throws UserError `usage` with every problem of a file, or naming what leads to none
 */
export async function findConversations(patterns: readonly string[]): Promise<readonly Conversation[]> {
  const files = await Promise.all(patterns.map(filesOf))
  const problems: Problem[] = []
  const conversations: Conversation[] = []
  for (const name of new Set(files.flat())) {
    const text = await readFile(name, 'utf8')
    const input = { file: shown(name), folder: path.dirname(name), text }
    conversations.push(...parseConversations(input, (problem) => void problems.push(problem)))
  }
  if (problems.length > 0) throw new UserError('usage', renderProblems(problems))
  return conversations
}

async function filesOf(pattern: string): Promise<readonly string[]> {
  const kind = await stat(pattern).catch(() => null)
  if (kind?.isFile() === true) return [path.resolve(pattern)]
  const found = await Array.fromAsync(glob(kind === null ? pattern : path.join(pattern, '**/*.yaml')))
  if (found.length > 0) return found.map((name) => path.resolve(name)).toSorted()
  throw new UserError(
    'usage',
    `There is no conversation at ${pattern}. \`sayso catalogue new\` writes one with each command.`,
  )
}

function shown(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith('..') ? file : relative
}
