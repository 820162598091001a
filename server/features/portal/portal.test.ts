import { describe, expect, test } from 'bun:test'
import { contract } from '#shared/api/index.ts'
import { ERROR_STATUS, wireCode, type ErrorCode } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { EXAMPLES } from './examples.ts'

const t = await createTestApp()
const visitor = await t.as(null)

const groups = Object.entries(contract) as unknown as [string, Record<string, Endpoint>][]

describe('the portal API', () => {
  test('PORTAL-1 the portal lists every call of the contract with the access that it requires', async () => {
    const overview = await visitor.portal.overview()
    const named = overview.groups.flatMap(({ name, calls }) =>
      calls.map((call) => `${name}.${call.name} ${call.access}`),
    )
    expect(named).toEqual(
      groups.flatMap(([group, calls]) =>
        Object.entries(calls).map(([name, { access }]) => `${group}.${name} ${access}`),
      ),
    )
  })

  test('PORTAL-1 the portal lists every error code with its status and a translated sentence', async () => {
    const { errors } = await visitor.portal.overview()
    const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => `${ERROR_STATUS[code]} ${wireCode(code)}`)
    expect(new Set(errors.map(({ status, code }) => `${status} ${code}`)).isSubsetOf(new Set(codes))).toBeTrue()
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(codes.map((code) => code.split(' ')[1]!)))
    const english = await (await t.as(null, { lang: 'en' })).portal.overview()
    const detailOf = (list: typeof errors) => list.find(({ code }) => code === 'post_not_found')?.detail
    expect([detailOf(errors), detailOf(english.errors)]).toEqual(['Nie znaleziono posta', 'Post not found'])
  })

  test('PORTAL-1 the portal lists the fields of each event, and the API versions newest first', async () => {
    const { events, versions } = await visitor.portal.overview()
    expect(events.find(({ name }) => name === 'post')?.fields).toEqual([
      'post_id',
      'upvotes',
      'downvotes',
      'comment_count',
    ])
    expect(versions.map(({ date }) => date)).toEqual(
      versions
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    expect(versions[0]!.changes.length).toBeGreaterThan(0)
  })

  test('PORTAL-1 the portal page of an API group shows rate limits, errors and an example of each call', async () => {
    for (const [group] of groups) {
      const { calls } = await visitor.portal.group({ group })
      for (const { name, example } of calls) expect(example !== null).toBe(EXAMPLES[`${group}.${name}`] !== undefined)
    }
    const { calls } = await visitor.portal.group({ group: 'votes' })
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/votes/{post_id}',
      limits: [{ by: 'user', limit: 60, seconds: 60 }],
      example: { request: expect.stringContaining('Authorization: Bearer TOKEN\n'), status: 200 },
    })
    expect(calls[0]!.errors).toContainEqual({ status: 403, code: 'downvotes_off' })
    for (const group of ['nothing', 'toString', '__proto__'])
      expect(await failure(visitor.portal.group({ group }))).toMatchObject({ status: 404 })
  })
})
