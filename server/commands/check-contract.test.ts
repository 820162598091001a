import { describe, expect, test } from 'bun:test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breakingChanges, checkContract, type JsonSchema, type ReleasedCall } from './check-contract.ts'
import { ROOT } from './console.ts'

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

const call: ReleasedCall = {
  method: 'GET',
  path: '/api/posts/:post_id',
  access: 'public',
  status: 200,
  errors: ['post_not_found'],
  input: object({ post_id: number, sort: { enum: ['hot', 'new'], type: 'string' } }, ['post_id']),
  output: object({
    id: number,
    title: text,
    author: orNull(object({ id: number })),
    tags: { type: 'array', items: text },
  }),
}

const fields = call.output.properties!
const breaksOf = (changes: Partial<ReleasedCall>) =>
  breakingChanges({ 'posts.get': call }, { 'posts.get': { ...call, ...changes } }).get('posts.get') ?? []

describe('PORTAL-3 a change of the contract', () => {
  test('a change that only adds to the contract is compatible', () => {
    const added = {
      output: object({ ...fields, score: number }),
      input: object({ ...call.input.properties, limit: number, sort: text }, ['post_id']),
    }
    expect(breakingChanges({ 'posts.get': call }, { 'posts.get': { ...call, ...added }, 'posts.put': call }).size).toBe(
      0,
    )
  })

  test.each<[string, Partial<ReleasedCall>, string]>([
    ['takes a field from an answer', { output: object({ ...fields, title: undefined! }) }, 'output: title is gone'],
    ['changes the type of a field', { output: object({ ...fields, id: text }) }, 'output: id may be string'],
    ['lets a field be null', { output: object({ ...fields, title: orNull(text) }) }, 'output: title may be null'],
    ['lets a field be missing', { output: object(fields, ['id', 'author', 'tags']) }, 'output: title may be missing'],
    [
      'changes a field within a field',
      { output: object({ ...fields, author: orNull(object({ id: text })) }) },
      'output: author.id may be string',
    ],
    [
      'changes what a list holds',
      { output: object({ ...fields, tags: { type: 'array', items: number } }) },
      'output: tags[] may be number',
    ],
    ['wants more input', { input: object(call.input.properties!) }, 'input: sort is required'],
    ['takes an input away', { input: object({ post_id: number }) }, 'input: sort is not taken'],
    [
      'refuses a value that it took',
      { input: object({ ...call.input.properties, sort: { enum: ['hot'], type: 'string' } }, ['post_id']) },
      'input: sort may not be new',
    ],
    ['fails in a new way', { errors: ['post_not_found', 'forbidden'] }, 'it may fail with forbidden'],
    ['is made by fewer people', { access: 'user' }, 'its access was public and is user'],
    ['stands at another address', { path: '/api/post/:post_id' }, 'its path was /api/posts/:post_id'],
  ])('a call that %s breaks its callers', (_, changes, line) => {
    expect(breaksOf(JSON.parse(JSON.stringify(changes))).join()).toContain(line)
  })

  test('a call removed from the contract is a breaking change', () => {
    expect(breakingChanges({ 'posts.get': call }, {}).get('posts.get')).toEqual(['it is gone'])
  })

  test('a breaking change of the contract fails the check', async () => {
    expect(await checkContract(ROOT)).toEqual([])
    const root = await mkdtemp(join(tmpdir(), 'watek-contract-'))
    const file = 'shared/api/versions/released.jsonl'
    await cp(join(ROOT, file), join(root, file), { recursive: true })
    const released = await Bun.file(join(root, file)).text()
    await Bun.write(join(root, file), released.replace('"output":{"type":"object","properties":{', '$&"promised":{},'))
    expect((await checkContract(root)).join()).toContain('output: promised is gone')
    await rm(root, { recursive: true })
  })
})
