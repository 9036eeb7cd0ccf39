/** What the modules that Sayso runs import of each other; tests and what only they use are no such modules. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Whether something that runs imports `name` of a file; both paths from the root of the repository. */
export type IsImported = (file: string, name: string) => boolean

/** Stands for all names of a module: `import * as`, or `import()` whose result may be used in any way. */
const everything = '*'

// Imports begin a line, as the formatter has them.
const staticImport = /^(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|[^'{}]*?)\s*from\s+'(\.[^']+)'/gmu
const dynamicImport = /\bimport\(\s*'(\.[^']+)'/gu

/** Reads every module below src/ of the repository at `root`, when it is first asked. */
export function createImportReader(root: string): IsImported {
  let known: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return (file, name) => {
    known ??= readImports(root)
    const names = known.get(file)
    return names !== undefined && (names.has(name) || names.has(everything))
  }
}

function readImports(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>()
  for (const file of globSync('src/**/*.ts', { cwd: root }).filter(isRun)) {
    const code = readFileSync(path.join(root, file), 'utf8')
    for (const { from, names } of importsIn(code)) {
      const to = path.posix.join(path.posix.dirname(file), from)
      known.set(to, new Set([...(known.get(to) ?? []), ...names]))
    }
  }
  return known
}

function isRun(file: string): boolean {
  return !file.endsWith('.test.ts') && !file.startsWith('src/testing/')
}

function importsIn(code: string): readonly { readonly from: string; readonly names: readonly string[] }[] {
  const fixed = [...code.matchAll(staticImport)].map(([, names, from = '']) => ({
    from,
    names: names === undefined ? [everything] : namesIn(names),
  }))
  const asked = [...code.matchAll(dynamicImport)].map(([, from = '']) => ({ from, names: [everything] }))
  return [...fixed, ...asked]
}

/** `a, type B, c as d` → a, B, c */
function namesIn(list: string): readonly string[] {
  return list.split(',').map((each) => each.trim().replace(/^type\s+|\s+as\s[\s\S]*$/gu, ''))
}
