/** What a TypeScript file exports and which tests it declares, read from its syntax without running it. */
import { parseAst } from 'vitest/node'

export type SourceNames = {
  readonly exports: ReadonlySet<string>
  /** Titles as they are written, with the describes around them: `describe > test`. Skipped ones are not among them. */
  readonly tests: readonly string[]
}

type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

const declaring = new Map([
  ['test', 'test'],
  ['it', 'test'],
  ['describe', 'group'],
  ['suite', 'group'],
] as const)

/** Reads one file. @throws SyntaxError when it is no TypeScript */
export function readSourceNames(code: string): SourceNames {
  // The tree is walked as plain data; what is looked at is checked where it is looked at.
  const program = parseAst(code, { lang: 'ts' }) as unknown as SyntaxNode
  const tests: string[] = []
  collectTests(program, [], code, tests)
  return { exports: new Set(nodesIn(program['body']).flatMap(exportedNames)), tests }
}

function collectTests(node: SyntaxNode, around: readonly string[], code: string, tests: string[]): void {
  const declared = node.type === 'CallExpression' ? declarationOf(node, code) : null
  if (declared?.skipped === true) return
  const path = declared === null ? around : [...around, declared.title]
  if (declared?.kind === 'test') tests.push(path.join(' > '))
  for (const child of childrenOf(node)) collectTests(child, path, code, tests)
}

/** `test('title', …)`, `test.each([…])('title', …)`, `describe.runIf(x)('title', …)`. */
function declarationOf(call: SyntaxNode, code: string) {
  const title = titleOf(nodesIn(call['arguments'])[0], code)
  const called = calleeOf(nodesIn(call['callee'])[0])
  const kind = declaring.get(called.root as 'test')
  if (title === null || kind === undefined) return null
  return { title, kind, skipped: called.modifiers.some((each) => each === 'skip' || each === 'todo') }
}

function titleOf(node: SyntaxNode | undefined, code: string): string | null {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  return node?.type === 'TemplateLiteral' ? code.slice(node.start + 1, node.end - 1) : null
}

type Callee = { readonly root: string; readonly modifiers: readonly string[] }

function calleeOf(node: SyntaxNode | undefined): Callee {
  if (node?.type === 'Identifier') return { root: String(node['name']), modifiers: [] }
  const inner = nodesIn(node?.['object'] ?? node?.['callee'] ?? node?.['tag'])[0]
  if (inner === undefined) return { root: '', modifiers: [] }
  const { root, modifiers } = calleeOf(inner)
  const property = nodesIn(node?.['property'])[0]
  return { root, modifiers: property === undefined ? modifiers : [...modifiers, String(property['name'])] }
}

function exportedNames(node: SyntaxNode): readonly string[] {
  if (node.type !== 'ExportNamedDeclaration') return []
  const [declaration] = nodesIn(node['declaration'])
  const declared = declaration === undefined ? [] : [declaration, ...nodesIn(declaration['declarations'])]
  return [
    ...declared.flatMap((each) => nodesIn(each['id'])).map((id) => String(id['name'])),
    ...nodesIn(node['specifiers'])
      .flatMap((each) => nodesIn(each['exported']))
      .map((id) => String(id['name'])),
  ]
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flatMap(nodesIn)
}

function nodesIn(value: unknown): readonly SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value] : []
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
}
