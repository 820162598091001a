import { describe, expect, test } from 'bun:test'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openApiDocument } from './openapi.ts'

type Operation = {
  'x-rate-limits': unknown
  parameters: { in?: string }[]
  responses: Record<number, { description?: string }>
}

const document = () =>
  structuredClone(openApiDocument('Wątek')) as { paths: Record<string, Record<'get' | 'post', Operation>> }

/** Validates an OpenAPI document by two validators. */
async function findings(given: object): Promise<[string | null, string | null]> {
  const first = await new Validator().validate(structuredClone(given) as never)
  const second = await validate(structuredClone(given) as never)
  return [
    first.valid ? null : JSON.stringify(first.errors),
    second.valid ? null : JSON.stringify(second.errors.map(({ message }) => message)),
  ]
}

describe('the OpenAPI document', () => {
  test('PORTAL-2 the OpenAPI document passes two validators', async () => {
    expect(await findings(document())).toEqual([null, null])
  })

  test('PORTAL-2 both validators report a missing response description and a missing parameter location', async () => {
    const broken = document()
    const { get } = broken.paths['/api/posts']!
    delete get.responses[200]!.description
    delete get.parameters[0]!.in
    for (const found of await findings(broken)) expect(found).not.toBeNull()
  })

  test('PORTAL-2 each call in the OpenAPI document lists its rate limits and its error codes by status', () => {
    const { post } = document().paths['/api/votes/{post_id}']!
    expect(post['x-rate-limits']).toEqual([{ by: 'user', limit: 60, seconds: 60 }])
    expect(post.responses[403]!.description!.split(', ')).toContain('downvotes_off')
    expect(post.responses[401]!.description).toBe('not_signed_in')
  })
})
