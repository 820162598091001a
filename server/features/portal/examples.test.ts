import { expect, test } from 'bun:test'
import { calls, type Call } from '#server/http/api.ts'
import { createTestApp } from '#server/test/app.ts'
import { EXAMPLES } from './examples.ts'
import { play } from './testing/scenario.ts'
import { WITHOUT_EXAMPLE } from './testing/without-example.ts'

const isUpdate = process.env.UPDATE_EXAMPLES !== undefined
const FILE = new URL('examples.json', import.meta.url).pathname

test("PORTAL-1 the stored examples of the API match the server's responses", async () => {
  const t = await createTestApp()
  const recorded = Object.fromEntries([...(await play(t))].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  if (isUpdate) await Bun.write(FILE, `${JSON.stringify(recorded, null, 2)}\n`)
  // A field added to a response does not make the stored example wrong, hence toMatchObject.
  else expect(recorded).toMatchObject(EXAMPLES)
}, 200_000)

test.skipIf(isUpdate)('PORTAL-1 every call has an example or is listed with the reason why it has none', () => {
  const names = calls.map(({ group, name }) => `${group}.${name}`)
  expect([...Object.keys(EXAMPLES), ...Object.keys(WITHOUT_EXAMPLE)].sort()).toEqual(names.sort())
})

test.skipIf(isUpdate)('PORTAL-1 every stored example has the method and the path of its call', () => {
  const differs = ({ group, name, endpoint }: Call) => {
    const example = EXAMPLES[`${group}.${name}`]
    const path = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/?]+')}([?]|$)`)
    return example !== undefined && !(example.method === endpoint.method && path.test(example.url))
  }
  expect(calls.filter(differs).map(({ group, name }) => `${group}.${name}`)).toEqual([])
})
