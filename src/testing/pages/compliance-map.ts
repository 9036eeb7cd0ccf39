import { Type, type Static } from 'typebox'
import { createShapeCheck } from '../../catalogue/shapes/check-shape.ts'
import type { Report } from '../../catalogue/source/problem.ts'
import { parseYamlSource, type YamlSource } from '../../catalogue/source/yaml-source.ts'

const closed = { additionalProperties: false }
const text = Type.String({ pattern: '\\S', description: 'a text that is not empty' })
const texts = Type.Array(text, { minItems: 1, uniqueItems: true })

const clauseShape = Type.Object(
  {
    /** `must`, `should` and `may` as the text says; `rule` where it says something without such a word. */
    level: Type.Enum(['must', 'should', 'may', 'rule']),
    section: text,
    /** A paraphrase; the specification's own text decides. */
    requires: text,
    /** Files, or `file#export`, from the root of the repository. */
    code: Type.Optional(texts),
    /** File → titles of tests in it; a title that stands there twice has its describes before it, parted by ` > `. */
    tests: Type.Optional(Type.Record(Type.String(), texts, { minProperties: 1 })),
    /** What is not there yet, and what will bring it. */
    open: Type.Optional(text),
    /** How the clause is read here, where that is not evident. */
    note: Type.Optional(text),
  },
  closed,
)

const mapShape = Type.Object(
  {
    /** Markdown that stands before the tables. */
    introduction: text,
    specifications: Type.Record(
      Type.String(),
      Type.Object(
        {
          title: text,
          introduction: Type.Optional(text),
          /** How many clauses there are; frozen, as the number per section is. */
          count: Type.Integer({ minimum: 1 }),
          /** Section → number of its clauses: their ids are `CCP-VI.A-1`, `CCP-VI.A-2`, … */
          sections: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
          clauses: Type.Record(Type.String(), clauseShape),
        },
        closed,
      ),
    ),
  },
  closed,
)

/** What is said about one requirement of a specification. */
export type Clause = Static<typeof clauseShape>

/** Every clause of the specifications, with the code that meets it and the tests that show it. */
export type ComplianceMap = Static<typeof mapShape>

const checkShape = createShapeCheck(mapShape)

/** Reads the map; what is wrong with its shape is reported, and the answer is then `null`. */
export function parseComplianceMap(
  file: string,
  content: string,
  report: Report,
): { readonly source: YamlSource; readonly map: ComplianceMap } | null {
  const source = parseYamlSource(file, content, report)
  const map = source === null ? null : checkShape(source, report)
  return source === null || map === null ? null : { source, map }
}

/** The ids that a specification has, in its order. */
export function clauseIds(name: string, sections: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_none, index) => `${name}-${section}-${index + 1}`),
  )
}

/** `shown`: code and tests, nothing left over. `partly`: something is shown and something open. */
export function stateOf({ code, tests, open }: Clause): 'shown' | 'partly' | 'open' {
  if (open === undefined) return 'shown'
  return code !== undefined && tests !== undefined ? 'partly' : 'open'
}
