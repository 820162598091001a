import { createGenerator } from 'ts-json-schema-generator'
import { Ajv } from 'ajv'

const TYPES = new URL('../../../../node_modules/lemmy-js-client/dist/index.d.ts', import.meta.url).pathname
const schema = createGenerator({
  path: TYPES,
  type: '*',
  skipTypeCheck: true,
  additionalProperties: false,
}).createSchema('*')
const ajv = new Ajv({ allErrors: true, strict: false }).addSchema(schema, 'lemmy')

/** Unknown fields count as problems. */
export function problemsOf(type: string, answer: unknown): string[] {
  const validate = ajv.getSchema(`lemmy#/definitions/${type}`)
  if (!validate) throw new Error(`lemmy-js-client has no type ${type}`)
  if (validate(answer)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}
