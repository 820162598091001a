import { describe, expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createFollow, createMessage, createUser, joinCategory } from '#server/test/factories.ts'

const t = await createTestApp()

async function pair(
  message_policy: 'everyone' | 'followed' | 'nobody',
  columns: Parameters<typeof createUser>[1] = {},
) {
  const [anna, bartek] = [await createUser(t.db, { message_policy }), await createUser(t.db, columns)]
  return { anna, bartek, annas: await t.as(anna), barteks: await t.as(bartek) }
}

const write = (api: Awaited<ReturnType<typeof t.as>>, { id }: { id: number }) =>
  api.messages.send({ recipient_id: id, content: 'Dzień dobry' }).then(
    () => 'sent',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  )

describe('who may begin a conversation', () => {
  test('ACCT-8 everyone may begin a conversation by default', async () => {
    const { anna, barteks } = await pair('everyone')
    expect(await barteks.messages.conversation({ username: anna.username })).toMatchObject({ messages_closed: false })
    expect(await write(barteks, anna)).toBe('sent')
  })

  test('ACCT-8 a member can accept conversations only from members they follow, not from their followers', async () => {
    const { anna, bartek, barteks } = await pair('followed')
    await createFollow(t.db, bartek, anna)
    expect(await write(barteks, anna)).toBe('403 messages_closed')
    expect(await barteks.messages.conversation({ username: anna.username })).toMatchObject({ messages_closed: true })
    await createFollow(t.db, anna, bartek)
    expect(await barteks.messages.conversation({ username: anna.username })).toMatchObject({ messages_closed: false })
    expect(await write(barteks, anna)).toBe('sent')
  })

  test('ACCT-8 nobody may begin a conversation with a member who allows none, not even a followed member', async () => {
    const { anna, bartek, barteks } = await pair('nobody')
    await createFollow(t.db, anna, bartek)
    expect(await write(barteks, anna)).toBe('403 messages_closed')
    const english = await failure(
      (await t.as(bartek, { lang: 'en' })).messages.send({ recipient_id: anna.id, content: 'Hi' }),
    )
    expect(english.detail).toBe('This person does not accept new conversations from you.')
  })

  test('ACCT-8 both members may continue an existing conversation, whoever started it', async () => {
    const { anna, bartek, annas, barteks } = await pair('nobody')
    await createMessage(t.db, anna, bartek)
    expect(await barteks.messages.conversation({ username: anna.username })).toMatchObject({ messages_closed: false })
    expect(await write(barteks, anna)).toBe('sent')
    expect(await write(annas, bartek)).toBe('sent')
  })

  test("ACCT-8 admins, and moderators of the recipient's communities, may always begin a conversation", async () => {
    const { anna, barteks } = await pair('nobody', { is_admin: true })
    expect(await write(barteks, anna)).toBe('sent')
    const moderator = await createUser(t.db)
    const home = await createCategory(t.db, { creator: moderator })
    const api = await t.as(moderator)
    expect(await write(api, anna)).toBe('403 messages_closed')
    await joinCategory(t.db, anna, home)
    expect(await write(api, anna)).toBe('sent')
  })

  test("a block prevents starting a conversation, regardless of the recipient's policy", async () => {
    const { anna, bartek, annas, barteks } = await pair('nobody')
    await annas.blocks.block({ user_id: bartek.id })
    expect(await write(barteks, anna)).toBe('403 blocked')
  })
})
