import { stateOf, type Clause, type ComplianceMap } from './compliance-map.ts'

type Specification = ComplianceMap['specifications'][string]

const marks = { shown: '✅', partly: '🟡', open: '⬜' } as const

/** The map for readers, in Markdown: a summary, then a table per section. Links lead from `docs/` into the repository. */
export function renderCompliance({ introduction, specifications }: ComplianceMap): string {
  const all = Object.entries(specifications)
  return [
    '# Compliance',
    introduction.trim(),
    'Generated from [compliance.yaml](compliance.yaml) by `npm run compliance -- --write`; edit that file instead of this one.',
    renderSummary(all),
    `${marks.shown} code and tests · ${marks.partly} in part; the rest is named · ${marks.open} not there yet`,
    ...all.flatMap(([, specification]) => renderSpecification(specification)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

function renderSummary(all: readonly (readonly [string, Specification])[]): string {
  const rows = all.map(([name, { title, count, clauses }]) => {
    const states = Object.values(clauses).map(stateOf)
    const numbers = (['shown', 'partly', 'open'] as const).map(
      (state) => states.filter((each) => each === state).length,
    )
    return row([name, title, String(count), ...numbers.map(String)])
  })
  return [
    row(['', 'Specification', 'Clauses', marks.shown, marks.partly, marks.open]),
    row(['---', '---', '---:', '---:', '---:', '---:']),
    ...rows,
  ].join('\n')
}

function renderSpecification({ title, introduction, clauses }: Specification): readonly string[] {
  const sections = Map.groupBy(Object.entries(clauses), ([, { section }]) => section)
  return [
    `## ${title}`,
    ...(introduction === undefined ? [] : [introduction.trim()]),
    ...[...sections].flatMap(([section, members]) => [`### ${section}`, renderTable(members)]),
  ]
}

function renderTable(members: readonly (readonly [string, Clause])[]): string {
  const rows = members.map(([id, clause]) =>
    row([`${marks[stateOf(clause)]} ${id}`, clause.level, requirement(clause), codeLinks(clause), testLinks(clause)]),
  )
  return [
    row(['Clause', 'Level', 'Requires', 'Code', 'Tests']),
    row(Array.from({ length: 5 }, () => '---')),
    ...rows,
  ].join('\n')
}

function requirement({ requires, note, open }: Clause): string {
  return [
    inCell(requires),
    ...(note === undefined ? [] : [`*${inCell(note)}*`]),
    ...(open === undefined ? [] : [`**Open:** ${inCell(open)}`]),
  ].join('<br>')
}

function codeLinks({ code = [] }: Clause): string {
  return code
    .map((named) => {
      const [file = '', exported] = named.split('#')
      const link = `[${escaped(baseOf(file))}](../${file})`
      return exported === undefined ? link : `${link} \`${exported}\``
    })
    .join('<br>')
}

function testLinks({ tests = {} }: Clause): string {
  return Object.entries(tests)
    .map(([file, titles]) => `[${escaped(baseOf(file))}](../${file}): ${titles.map(asCode).join('; ')}`)
    .join('<br>')
}

/** `_menu.yaml` alone would say nothing: files of commands/ and locales/ keep their folders. */
function baseOf(file: string): string {
  return file.startsWith('src/') ? (file.split('/').at(-1) ?? file) : file
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function inCell(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ').replaceAll('|', '\\|')
}

function escaped(text: string): string {
  return inCell(text.replaceAll(/[\\`*_<>[\]]/gu, '\\$&'))
}

/** Titles are shown to the letter; a longer fence keeps their own backticks. */
function asCode(title: string): string {
  const fence = title.includes('`') ? '``' : '`'
  return `${fence}${inCell(title)}${fence}`
}
