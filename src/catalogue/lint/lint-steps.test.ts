import { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { createActions } from '../../execution/action.ts'
import { createSqlActions } from '../../execution/actions/sql/sql.ts'
import { lintCatalogue } from './lint-catalogue.ts'
import { problemsWith, replaced, withSample } from '../../testing/catalogues/sample-catalogue.ts'

const drop = 'commands/things/drop.yaml'
const texts = 'locales/en/commands.yaml'
const sql = createSqlActions({ connections: { shop: { pool: new Pool() } } })

/** What is said of the command that drops a thing by this statement, and of its text. */
async function lint(statement: string, more: string, done: string): Promise<readonly string[]> {
  const meta = `{ connection: shop, statement: "${statement}"${more} }`
  const changes = {
    [drop]: (replaced(drop, 'actionDomain: shelf', 'actionDomain: sql')[drop] ?? '')
      .replace('actionType: change', 'actionType: execute')
      .replace('{ key: "{{args.id}}", why: "{{args.why}}" }', () => meta)
      .replace('    - { name: why, kind: scalar }\n', '')
      .replace('  why: { type: string, maxLength: 20 }\n', ''),
    [texts]: (replaced(texts, 'done: "Dropped {id}"', `done: "${done}"`)[texts] ?? '')
      .replace('labels: { id: thing, why: reason }', 'labels: { id: thing }')
      .replace(', "drop {id} because {why}"', ''),
  }
  return withSample(changes, async (sources) => {
    const actions = createActions([...sources.actions.all, ...sql])
    const { problems } = await lintCatalogue({ ...sources, actions, planProblems: problemsWith(actions) })
    return problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
  })
}

const update = 'update things set held = false where id = :id returning name'
const values = ', values: { id: "{{args.id}}" }'
const askRows =
  'does not say how many rows it changes: write expectRows: 1, or how many they are, so that nothing is kept of anything else; or expectRows: any where none and many are right too'

describe('lintCatalogue() of a step', () => {
  test.each([update, 'delete from things where id = :id', 'with a as (select 1) delete from things where id = :id'])(
    'asks how many rows it changes: %s',
    async (statement) => {
      expect(await lint(statement, values, 'Dropped')).toEqual([`${drop}:19:48: ${askRows}`])
      expect(await lint(statement, `${values}, expectRows: 1`, 'Dropped')).toEqual([])
      expect(await lint(statement, `${values}, expectRows: any`, 'Dropped')).toEqual([])
    },
  )

  test('asks nothing of one that only adds', async () => {
    expect(await lint('insert into gone values (:id)', values, 'Dropped')).toEqual([])
  })

  test.each([
    ['any', 'Dropped {out_name}', true],
    ['0', 'Dropped {out_name}', true],
    ['1', 'Dropped {out_name}', false],
    ['any', 'Dropped {count, plural, =0 {nothing} other {{out_name}}}', false],
    ['any', 'Dropped {id}, {count}', false],
  ])('with expectRows: %s finds that "%s" may have nothing to tell: %s', async (expectRows, done, isFound) => {
    expect(await lint(update, `${values}, expectRows: ${expectRows}`, done)).toEqual(
      isFound
        ? [
            `${texts}:13:11: {out_name} is empty when the last step of DROP_IT gives no row, which its expectRows allows; say expectRows: 1 there, or {count, plural, =0 {…} other {… {out_name} …}} here`,
          ]
        : [],
    )
  })
})
