import { expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createMessage, createUser } from '#server/test/factories.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1' })

test('a member may begin 20 conversations an hour and continue existing ones', async () => {
  const [anna, friend] = [await createUser(t.db, { trust_level: 1 }), await createUser(t.db)]
  await createMessage(t.db, friend, anna)
  const strangers = await Promise.all(Array.from({ length: 21 }, () => createUser(t.db)))
  const api = await t.as(anna)
  const send = ({ id }: { id: number }) => api.messages.send({ recipient_id: id, content: 'Dzień dobry' })
  await Promise.all(strangers.slice(0, 20).map(send))
  const refused = await failure(send(strangers[20]!))
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(await send(strangers[0]!)).toMatchObject({ recipient_id: strangers[0]!.id })
  expect(await send(friend)).toMatchObject({ recipient_id: friend.id })

  const inAnHour = new Date(Date.now() + 3_600_001)
  t.clock.now = () => inAnHour
  expect(await send(strangers[20]!)).toMatchObject({ recipient_id: strangers[20]!.id })
})
