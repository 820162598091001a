import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { time } from '#shared/api/fields.ts'
import type { Schema } from '#shared/api/contract.ts'
import { presenterOf } from './presenter.ts'

function outcome(run: (value: unknown) => unknown, value: unknown) {
  try {
    return { result: run(value) }
  } catch (error) {
    return {
      issues: v.isValiError(error)
        ? error.issues.map(({ message, path }) => [message, path?.map((part) => part.key)])
        : error,
    }
  }
}

const Person = v.object({ id: v.number(), 'full name': v.string() })
const Thing = v.object({
  kind: v.picklist(['post', 'comment']),
  size: v.picklist([-1, 0, 1]),
  is_open: v.boolean(),
  author: v.nullable(Person),
  note: v.optional(v.string()),
  count: v.optional(v.nullable(v.number()), null),
  seen: v.optional(v.boolean(), false),
  at: time,
  ended_at: v.nullable(time),
  done: v.literal(true),
  tags: v.array(v.string()),
  grid: v.array(v.array(v.object({ x: v.number() }))),
  totals: v.record(v.string(), v.number()),
  any: v.unknown(),
})

const thing = (changes: Record<string, unknown> = {}) => ({
  kind: 'post',
  size: 0,
  is_open: true,
  author: { id: 1, 'full name': 'Ala', secret: 'x' },
  at: new Date('2026-01-01T12:00:00Z'),
  ended_at: null,
  done: true,
  tags: ['a', 'b'],
  grid: [[{ x: 1, y: 2 }], []],
  totals: { a: 1 },
  any: { as: ['it', 'is'] },
  ...changes,
})

describe('a compiled presenter produces the same response as valibot', () => {
  const schemas: [string, Schema, unknown[]][] = [
    [
      'cut to its schema, with defaults and times as text',
      Thing,
      [
        thing(),
        thing({ secret: 1, author: null, note: 'x', count: 3, seen: true }),
        thing({ ended_at: new Date(0), at: '2026-01-01T00:00:00Z', count: undefined }),
      ],
    ],
    [
      'refused with the same issues',
      Thing,
      [
        null,
        'text',
        {},
        ...Object.keys(thing()).map((field) => thing({ [field]: Symbol.iterator })),
        ...Object.keys(thing()).map((field) => thing({ [field]: null })),
        thing({ size: '0' }),
        thing({ at: new Date('never') }),
        thing({ note: null }),
        thing({ count: Number.NaN }),
        thing({ tags: ['a', 1] }),
        thing({ grid: [[{}]] }),
      ],
    ],
    ['a list', v.array(v.nullable(v.number())), [[], [1, null], [1, 'x'], { length: 1 }]],
    [
      'a union, also behind lazy',
      v.lazy((value) => (typeof value === 'string' ? v.string() : v.union([Person, v.object({ x: v.number() })]))),
      ['a', { x: 1, y: 2 }, { id: 1, 'full name': 'Ala' }, {}],
    ],
    ['a pipe', v.pipe(v.string(), v.maxLength(2)), ['ab', 'abc']],
  ]
  for (const [name, schema, values] of schemas)
    test(name, () => {
      for (const value of values)
        expect(outcome(presenterOf(schema), value)).toEqual(outcome((given) => v.parse(schema, given), value))
    })
})
