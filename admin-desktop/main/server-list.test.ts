import { expect, test } from 'bun:test'
import { createServerList } from './server-list.ts'
import { HERE, network, openStores, THERE } from './testing/fixture.ts'

const NEW = 'https://new.example.pl'

async function openList(answers: Parameters<typeof network>[0] = { 'GET /readyz': () => new Response('ok') }) {
  const { settings } = await openStores({ seen_reports: { [HERE]: 7, [THERE]: 9 } })
  const calls: string[] = []
  const list = createServerList({
    settings,
    send: network(answers).send,
    sessions: {
      signOut: async (address) => {
        calls.push(`sign out ${address}`)
      },
    },
    onSelect: () => {
      calls.push(`select ${settings.read().current}`)
    },
    onChange: () => {
      calls.push('change')
    },
  })
  return { list, settings, calls }
}

test('a new server is added and chosen once it has responded', async () => {
  const { list, settings, calls } = await openList()
  expect(await list.add('new.example.pl/r/gory')).toEqual({ ok: true })
  expect(settings.read()).toMatchObject({ servers: [HERE, THERE, NEW], current: NEW })
  expect(calls).toEqual([`select ${NEW}`])
})

test.each([
  ['http://new.example.pl', 'address_not_secure'],
  ['dwa słowa', 'address'],
  [HERE, 'address_known'],
])('the server address %s is refused: %s', async (typed, issue) => {
  const { list, settings, calls } = await openList()
  expect(await list.add(typed)).toMatchObject({ ok: false, issue })
  expect([settings.read().servers, calls]).toEqual([[HERE, THERE], []])
})

test('a server that does not respond is not added', async () => {
  const { list, settings } = await openList({})
  expect(await list.add(NEW)).toMatchObject({ ok: false, issue: 'unreachable' })
  expect(settings.read().servers).toEqual([HERE, THERE])
})

test('another server of the list can be chosen, an unknown one cannot', async () => {
  const { list, settings, calls } = await openList()
  expect(await list.choose(NEW)).toMatchObject({ ok: false, issue: 'no_server' })
  expect(await list.choose(HERE)).toEqual({ ok: true })
  expect(await list.choose(THERE)).toEqual({ ok: true })
  expect([settings.read().current, calls]).toEqual([THERE, [`select ${THERE}`]])
})

test('removing the chosen server signs out of it and chooses the next', async () => {
  const { list, settings, calls } = await openList()
  expect(await list.remove(HERE)).toEqual({ ok: true })
  expect(settings.read()).toMatchObject({ servers: [THERE], current: THERE, seen_reports: { [THERE]: 9 } })
  expect(calls).toEqual([`sign out ${HERE}`, `select ${THERE}`])
})

test('removing another server keeps the chosen one; removing the last server leaves none', async () => {
  const { list, settings, calls } = await openList()
  await list.remove(THERE)
  expect([settings.read().current, calls.at(-1)]).toEqual([HERE, 'change'])
  await list.remove(HERE)
  expect([settings.read().current, settings.read().servers]).toEqual([null, []])
  expect(await list.remove(HERE)).toMatchObject({ ok: false, issue: 'no_server' })
})
