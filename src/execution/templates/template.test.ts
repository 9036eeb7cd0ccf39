import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertNever, TerminalError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Expression } from './jsonata-expression.ts'
import {
  compileTemplates,
  renderMessage,
  renderTemplates,
  type CompiledTemplates,
  type TemplateScope,
} from './template.ts'

function scope(args: JsonObject): TemplateScope {
  return { args, steps: { 'Find it': { output: { id: 7, tags: ['a', 'b'] } } }, command: { id: 'c1', ref: 'K7Q2M' } }
}

const render = (value: Json, args: JsonObject = {}): Promise<Json> =>
  renderTemplates(compileTemplates(value), scope(args))

describe('templates', () => {
  test('keep the type of a value when they are the whole string', async () => {
    const args = { n: 7, ok: false, list: [1, 2], object: { a: null }, text: '7' }
    expect(
      await render({ a: '{{args.n}}', b: ['{{ args.ok }}', '{{args.list}}'], c: '{{args.object}}' }, args),
    ).toEqual({
      a: 7,
      b: [false, [1, 2]],
      c: { a: null },
    })
    expect(await render('{{args.text}}', args)).toBe('7')
  })

  test('become text inside text', async () => {
    expect(await render('n={{args.n}} {{args.none}}{{args.nil}}{{args.list}}!', { n: 1.5, nil: null, list: [1] })).toBe(
      'n=1.5 [1]!',
    )
  })

  test('read outputs of earlier steps and the command', async () => {
    expect(await render('{{steps.`Find it`.output.id}}')).toBe(7)
    expect(await render('#{{command.ref}} {{ $join(steps.`Find it`.output.tags, "-") }}')).toBe('#K7Q2M a-b')
  })

  test('give null when nothing is selected', async () => {
    expect(await render('{{args.none}}')).toBeNull()
    expect(await renderMessage(compileTemplates('{{args.none}}'), scope({}))).toBe('')
  })

  test('end at their own braces', async () => {
    expect(await render('{{ {"a": {"b": args.n}} }}', { n: 1 })).toEqual({ a: { b: 1 } })
    expect(await render('{{{"a":1}}}')).toEqual({ a: 1 })
    expect(await render('{{ "}}" & \'{\' /* }} " */ }} }}')).toBe('}}{ }}')
    expect(await render('{{ "{{" }}args.n}}', { n: 1 })).toBe('{{args.n}}')
    expect(await render('a } b }} c')).toBe('a } b }} c')
  })

  test.each(['{{ args.n', '{{ }}', '{{ args. }}', '{{ "a }}', '{{ (((((( }}'])(
    'are refused when broken: %s',
    (text) => {
      expect(() => compileTemplates({ deep: [text] })).toThrow(TerminalError)
    },
  )

  test.each([
    '{{ $eval("1") }}',
    '{{ $now() }}',
    '{{ args.x ~> $eval }}',
    '{{ ($f := $millis; $f()) }}',
    '{{ $map([1], $random) }}',
    '{{ args[$random() > 0.5].x }}',
    '{{ args.{ "a": $now() } }}',
    '{{ args^($random()) }}',
    '{{ $map([1], function($x) { $eval("1") }) }}',
    '{{ args ~> |$|{"a": $now()}| }}',
    '{{ true ? 1 : $shuffle([1]) }}',
  ])('may not call what makes code of data or gives another result each time: %s', (text) => {
    expect(() => compileTemplates(text)).toThrow(/which is refused/)
  })

  test('end after their time', async () => {
    const endless = compileTemplates('{{ ($f := function($n) { $f($n + 1) }; $f(0)) }}')
    await expect(renderTemplates(endless, scope({}))).rejects.toThrow(/took longer than 50 ms/)
  })

  test('end at their depth', async () => {
    const deep = compileTemplates('{{ ($f := function($n) { 1 + $f($n + 1) }; $f(0)) }}')
    await expect(renderTemplates(deep, scope({}))).rejects.toThrow(/went deeper than 100/)
  })

  test('give no more than 64 KiB', async () => {
    await expect(render('{{ $pad("", args.n, "x") }}', { n: 65_536 })).rejects.toThrow(/more than 65536 bytes/)
    expect(await render('{{ $pad("", args.n, "x") }}', { n: 65_534 })).toHaveLength(65_534)
  })

  test('do not tell values when they fail', async () => {
    const failing = render('{{ $number(args.secret) }}', { secret: 'hunter2' })
    await expect(failing).rejects.toThrow(TerminalError)
    await expect(failing).rejects.not.toThrow(/hunter2/)
  })

  test('give data only', async () => {
    await expect(render('{{ $sum }}')).rejects.toThrow(/function/)
    await expect(render('{{ {"f": function($x) { $x }} }}')).rejects.toThrow(TerminalError)
  })

  test('take no argument for a function', async () => {
    const fake = { _jsonata_lambda: true, arguments: [], body: { type: 'string', value: 'owned' } }
    await expect(render('{{ args.f }}', { f: [fake] })).rejects.toThrow(/_jsonata_/)
  })

  test('never parse a value: what is in braces comes out as it went in', async () => {
    const compiled = compileTemplates({ whole: '{{args.x}}', text: 'a{{args.x}}b' })
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('{{args.secret}}', '{{ $eval("1") }}', '}}{{', '{{', '$now()', '__proto__', '{{{"a":1}}}'),
      fc.string({ unit: fc.constantFrom('{', '}', '$', '(', ')', '"', 'args', '.', 'secret', ' ') }),
    )
    await fc.assert(
      fc.asyncProperty(hostile, async (x) => {
        expect(await renderTemplates(compiled, scope({ x, secret: 'hunter2' }))).toEqual({ whole: x, text: `a${x}b` })
      }),
    )
  })

  test('evaluate the same expressions in the same order whatever the values are', async () => {
    const evaluated: string[] = []
    const compiled = recording(
      compileTemplates(['{{args.x}}', '{{args.y}}{{args.x}}', { z: '{{$type(args.y)}}' }]),
      evaluated,
    )
    const value = fc.jsonValue().map((json) => json as Json)
    await fc.assert(
      fc.asyncProperty(value, value, async (x, y) => {
        evaluated.length = 0
        const [whole] = (await renderTemplates(compiled, scope({ x, y }))) as readonly Json[]
        expect(whole).toEqual(JSON.parse(JSON.stringify(x)))
        expect(evaluated).toEqual(['args.x', 'args.y', 'args.x', '$type(args.y)'])
      }),
    )
  })

  test.each([[[]], [[[]]], [[[1]]], [[null]], [[[], []]], [{}], ['']])('keep %j as it is', async (x: Json) => {
    expect(await render('{{args.x}}', { x })).toEqual(x)
  })
})

/** The same templates, which note what they evaluate. */
function recording(compiled: CompiledTemplates, log: string[]): CompiledTemplates {
  const record = (expression: Expression): Expression => ({
    ...expression,
    evaluate: (given) => {
      log.push(expression.source)
      return expression.evaluate(given)
    },
  })
  switch (compiled.kind) {
    case 'literal':
      return compiled
    case 'expression':
      return { kind: 'expression', expression: record(compiled.expression) }
    case 'text':
      return { kind: 'text', parts: compiled.parts.map((part) => (typeof part === 'string' ? part : record(part))) }
    case 'array':
      return { kind: 'array', items: compiled.items.map((item) => recording(item, log)) }
    case 'object':
      return { kind: 'object', entries: compiled.entries.map(([key, child]) => [key, recording(child, log)]) }
    default:
      return assertNever(compiled)
  }
}
