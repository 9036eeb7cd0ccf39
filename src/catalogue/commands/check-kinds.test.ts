import { describe, expect, test } from 'vitest'
import { loadSample, replaced } from '../../testing/catalogues/sample-catalogue.ts'

const drop = 'commands/things/drop.yaml'

/** The sample in which `why` of DROP_IT is of this kind, has this schema, and stands in this template. */
async function load({ kind, schema, meta = '{{args.id}}', message = 'Dropping' }: Sample) {
  const file = (replaced(drop, '{ name: why, kind: scalar }', `{ name: why, kind: ${kind} }`)[drop] ?? '')
    .replace('{ type: string, maxLength: 20 }', schema)
    .replace('"{{args.id}}"', JSON.stringify(meta))
    .replace('stepMsg: Dropping', `stepMsg: ${JSON.stringify(message)}`)
  return loadSample({ [drop]: file })
}

type Sample = { readonly kind: string; readonly schema: string; readonly meta?: string; readonly message?: string }

async function problemOf(sample: Sample): Promise<string> {
  return load(sample).then(
    () => 'there was no problem',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

const secret = { kind: 'secret', schema: '{ type: string, minLength: 4 }' }
const object =
  '{ type: object, properties: { street: { type: string }, number: { type: integer } }, required: [street] }'

describe('a parameter', () => {
  test.each([
    { ...secret, meta: '{{args.why}}' },
    { ...secret, meta: 'Bearer {{ args.why }}' },
    { kind: 'file', schema: '{ type: string }' },
    { kind: 'file', schema: '{ type: string, extensions: [csv], maxBytes: 1000 }' },
    { kind: 'structured', schema: object },
    { kind: 'structured', schema: '{ type: array, items: { type: string }, minItems: 1, maxItems: 3 }' },
    { kind: 'structured', schema: '{ type: array, items: { type: object, properties: { a: { type: number } } } }' },
  ])('of kind $kind with $schema is taken, and read as it is written', async (sample) => {
    const { commands } = await load(sample)
    const why = commands.get('DROP_IT')?.parameters.find(({ name }) => name === 'why')
    expect(why).toMatchObject({ kind: sample.kind, type: 'text' })
  })

  test('that is an object has no members but those that it names', async () => {
    const { commands } = await load({ kind: 'structured', schema: object })
    const why = commands.get('DROP_IT')?.parameters.find(({ name }) => name === 'why')
    expect(why?.schema).toMatchObject({ required: ['street'], additionalProperties: false })
  })

  test.each([
    ['secret', '{ type: string }', /needs a "minLength" of 4 or more/u],
    ['secret', '{ type: string, minLength: 3 }', /needs a "minLength" of 4 or more/u],
    ['secret', '{ type: integer }', /a secret has type string/u],
    ['secret', '{ type: string, minLength: 4, enum: [abcd] }', /"?enum|has no meaning for a secret/u],
    ['file', '{ type: string, pattern: "^a" }', /has no meaning for a file/u],
    ['file', '{ type: string, extensions: [CSV] }', /the end of a file name such as csv/u],
    ['scalar', '{ type: string, extensions: [csv] }', /needs the kind file/u],
    ['scalar', '{ type: string, maxBytes: 10 }', /needs the kind file/u],
    ['scalar', object, /type object needs the kind structured/u],
    ['structured', '{ type: string }', /a structured value has type object or array/u],
    ['structured', '{ type: object }', /needs "properties"/u],
    ['structured', '{ type: array }', /needs "items"/u],
    ['structured', '{ type: object, properties: { a: { type: string } }, required: [b] }', /has no "b"/u],
    [
      'structured',
      '{ type: object, properties: { a: { type: string, maxLenght: 3 } } }',
      /is not a JSON Schema.*maxLenght/u,
    ],
    ['structured', '{ type: array, items: { type: text } }', /is not a JSON Schema/u],
  ])('of kind %s with %s is refused where it stands', async (kind, schema, why) => {
    const problem = await problemOf({ kind, schema })
    expect(problem).toMatch(why)
    expect(problem).toContain(`${drop}:`)
  })

  test.each([
    ['{{$uppercase(args.why)}}', 'Dropping'],
    ['{{args.why & "!"}}', 'Dropping'],
    ['{{args.`why`}}', 'Dropping'],
    ['{{args.id}}', 'Dropping {{args.why}}'],
  ])('that is secret is refused in %s and %s, where it would be told or could not be masked', async (meta, message) => {
    expect(await problemOf({ ...secret, meta, message })).toMatch(/secret/u)
  })

  test('that is secret is no target', async () => {
    const file = (replaced(drop, 'target: id', 'target: why')[drop] ?? '')
      .replace('{ name: why, kind: scalar }', '{ name: why, kind: secret }')
      .replace('{ type: string, maxLength: 20 }', '{ type: string, minLength: 4 }')
    await expect(loadSample({ [drop]: file })).rejects.toThrow(/"why" is a secret, so it cannot be the target/u)
  })
})
