import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { buildStep } from '../../testing/build-step.ts'
import { createActions, type Action, type Actions } from '../action.ts'
import type { Chain } from './chain.ts'
import { planChain, type Plan } from './plan-chain.ts'
import { cadExample, filesystemExample } from '../../testing/wuce-examples.ts'

const resize: Action = {
  domain: 'test',
  type: 'resize',
  meta: Type.Object(
    {
      width: Type.Integer(),
      unit: Type.Optional(Type.Enum(['mm', 'cm'])),
      note: Type.Optional(Type.String({ literal: true })),
      depth: Type.Optional(Type.Union([Type.Integer(), Type.Object({ from: Type.Integer() })])),
    },
    { additionalProperties: false },
  ),
  check: (meta) => (meta['width'] === 13 ? ['13 is not for a width'] : []),
  effect: 'mutates',
  repeat: 'safe',
  run: async () => null,
}
const note: Action = {
  domain: 'test',
  type: 'note',
  meta: Type.Object({}),
  effect: 'none',
  repeat: 'safe',
  run: async () => null,
}
const actions: Actions = createActions([resize, note])

function plan(chain: Chain, outsideDomains: readonly string[] = []): Plan {
  const result = planChain(chain, { outsideDomains })
  if (result.kind === 'problems') throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return result.plan
}

function problems(chain: Chain, options: { actions?: Actions; outsideDomains?: readonly string[] } = {}): unknown {
  const result = planChain(chain, { outsideDomains: [], ...options })
  return result.kind === 'problems' ? result.problems.map(({ message }) => message) : []
}

const needsOf = (chain: Chain, outside: readonly string[] = []): unknown =>
  Object.fromEntries(plan(chain, outside).steps.map((step) => [step.name, step.needs]))

describe('planChain()', () => {
  test('finds who yields what a step observes', () => {
    expect(needsOf(filesystemExample)).toEqual({
      'Change Directory': [],
      'Rename File': [{ kind: 'steps', event: 'cwd:changed', from: ['Change Directory'] }],
      'Delete Temporary File': [{ kind: 'steps', event: 'cwd:changed', from: ['Change Directory'] }],
    })
  })

  test('lets a step wait for the events that its actionMeta names', () => {
    expect(needsOf(cadExample, ['user'])).toMatchObject({
      'Boolean Union': [
        { event: 'cube:added', from: ['Add Cube'] },
        { event: 'cylinder:added', from: ['Add Cylinder'] },
      ],
    })
  })

  test('counts an event named inside an expression, but not what a template may put in', () => {
    const chain = [
      buildStep({ stepName: 'A', yield: ['a'] }),
      buildStep({ stepName: 'B', actionMeta: { uses: '{{ args.x = "a" }}' } }),
      buildStep({ stepName: 'C', actionMeta: { uses: '{{ args.x }}', text: 'a {{ args.x }}' } }),
    ]
    expect(needsOf(chain)).toEqual({ A: [], B: [{ kind: 'steps', event: 'a', from: ['A'] }], C: [] })
  })

  test('lets a step wait for the steps whose outputs it reads, where they do not come before it anyhow', () => {
    const first = buildStep({ stepName: 'First', yield: ['first'] })
    const other = buildStep({ stepName: 'Other', yield: ['first'] })
    const reads = { stepName: 'Reads', actionMeta: { x: '{{ steps.First.output.id }}' } }
    const output = { kind: 'steps', event: null, from: ['First'] }
    expect(needsOf([first, buildStep(reads)])).toMatchObject({ Reads: [output] })
    expect(needsOf([first, buildStep({ ...reads, observe: 'first' })])).toEqual({
      First: [],
      Reads: [{ kind: 'steps', event: 'first', from: ['First'] }],
    })
    expect(needsOf([first, other, buildStep({ ...reads, observe: 'first' })])).toMatchObject({
      Reads: [{ event: 'first', from: ['First', 'Other'] }, output],
    })
    const tells = buildStep({ stepName: 'Tells', stepMsg: 'After {{ steps.First.output.id }}' })
    expect(needsOf([first, tells])).toMatchObject({ Tells: [output] })
    const itself = buildStep({ stepName: 'First', actionMeta: { x: '{{ steps.Reads.output.id }}' } })
    expect(problems([itself, buildStep(reads)])).toEqual(['step 1 ("First") waits in a circle: "First", "Reads"'])
  })

  test('matches the domain that emitted an event, or any when observationDomain is empty', () => {
    const yields = buildStep({ stepName: 'A', yield: ['a'] })
    const observe = { stepName: 'B', observe: 'a' }
    expect(problems([yields, buildStep({ ...observe, observationDomain: 'test' })])).toEqual([])
    expect(problems([yields, buildStep(observe)])).toEqual([])
    expect(problems([yields, buildStep({ ...observe, observationDomain: 'cad' })])).toEqual([
      'step 2 ("B") observes "a", which nothing can yield in domain "cad"; "A" yields it in "test", the domain of its action',
    ])
    expect(
      problems([buildStep({ stepName: 'A', yield: ['made'] }), buildStep({ ...observe, observe: 'mode' })]),
    ).toEqual([
      'step 2 ("B") observes "mode", which nothing can yield (did you mean "made"?); the other steps yield made',
    ])
  })

  test('takes a step that observes what only it yields as one that waits after its action', () => {
    const [first] = plan(cadExample, ['user']).steps
    expect(first).toMatchObject({ needs: [], awaits: { event: 'user_confirmation_for_part_creation', domain: 'user' } })
    expect(problems(cadExample)).toEqual([
      'step 1 ("Get Confirmation") observes "user_confirmation_for_part_creation", which nothing can yield in domain "user"; the other steps yield part:created, cube:added, cylinder:added, union:done, file:exported',
    ])
  })

  test('lets a step wait for an event from outside only where that domain exists', () => {
    const chain = [buildStep({ stepName: 'A', observe: 'paid', observationDomain: 'bank' })]
    expect(needsOf(chain, ['bank'])).toEqual({ A: [{ kind: 'outside', event: 'paid', domain: 'bank' }] })
    expect(problems(chain, { outsideDomains: ['user'] })).toHaveLength(1)
  })

  test('names circles, but not one that another step can open', () => {
    const a = buildStep({ stepName: 'A', observe: 'b', yield: ['a'] })
    const b = buildStep({ stepName: 'B', observe: 'a', yield: ['b'] })
    const behind = buildStep({ stepName: 'D', observe: 'b' })
    expect(problems([buildStep({ stepName: 'Free' }), a, b, behind])).toEqual([
      'step 2 ("A") waits in a circle: "A", "B", "D"',
    ])
    expect(problems([a, b, buildStep({ stepName: 'C', yield: ['a'] })])).toEqual([])
  })

  test('refuses duplicate names and more than 64 steps', () => {
    const step = buildStep({ stepName: 'A' })
    expect(problems([step, step])).toEqual(['step 2 ("A") has the name of an earlier step'])
    const many = Array.from({ length: 65 }, (_, index) => buildStep({ stepName: `${index}` }))
    expect(problems(many)).toEqual(['A chain has at most 64 steps; this one has 65'])
    expect(problems(many.slice(1))).toEqual([])
  })

  test('refuses unknown actions', () => {
    expect(problems([buildStep({ stepName: 'A', actionType: 'fly' })], { actions })).toEqual([
      'step 1 ("A") names an unknown action: "test/fly"; known in test: resize, note',
    ])
  })

  test.each([
    [{ width: 1, unit: 'mm' }, []],
    [{ width: '{{ args.w }}', unit: '{{ args.u }}', depth: '{{ args.d }}' }, []],
    [{ width: 1, depth: { from: '{{ args.d }}' } }, []],
    [{ width: '1' }, ['"width" must be integer']],
    [{ width: 1, unit: 'km' }, ['"unit" must be one of mm, cm']],
    [{ width: 1, note: 'about {{ args.w }}' }, ['"note" must be written out, without {{ }}']],
    [{}, ['actionMeta has no "width"']],
    [{ width: 1, colour: '{{ args.c }}' }, ['actionMeta has an unknown field "colour"']],
    [{ width: 13 }, ['13 is not for a width']],
  ])('judges actionMeta %j', (actionMeta, expected) => {
    const found = problems([buildStep({ stepName: 'A', actionType: 'resize', actionMeta })], { actions })
    expect(found).toEqual(expected.map((problem) => `step 1 ("A") has a wrong actionMeta: ${problem}`))
  })

  test('refuses templates that do not parse, and outputs of what is no step', () => {
    const reads = { stepName: 'Reads', actionMeta: { x: '{{ steps.First.output.id }}' } }
    expect(problems([buildStep({ stepName: 'A', stepMsg: '{{ args. }}' })])).toEqual([
      expect.stringContaining('step 1 ("A"): The template {{ args. }} does not parse'),
    ])
    expect(problems([buildStep(reads)])).toEqual([
      'step 1 ("Reads") reads the output of "First", which is no step of the chain',
    ])
  })
})
