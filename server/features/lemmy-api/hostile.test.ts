import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createMessage, createPost, createUser } from '#server/test/factories.ts'
import { fromLemmyText, toLemmyText } from './markdown.ts'
import type { Lemmy } from './lemmy.ts'
import { lemmyCalls } from './routes.ts'

const t = await createTestApp({ LEMMY_API: 'on' })
const member = await createUser(t.db)
const home = await createCategory(t.db, { creator: member })
const post = await createPost(t.db, { author: member, category: home })
await createComment(t.db, { post })
await createMessage(t.db, await createUser(t.db), member)

const FIELDS = `
  id post_id comment_id parent_id community_id person_id creator_id recipient_id post_ids
  comment_reply_id person_mention_id private_message_id page limit page_cursor max_depth sort type_ q
  name username community_name title body content url reason score save read deleted removed locked
  featured feature_type follow block ban expires username_or_email password totp_2fa_token bio avatar
  alt_text saved_only unread_only`
  .trim()
  .split(/\s+/)
/** Calls that would end the login session that the other calls of the test need. */
const CLOSING = new Set(['POST /user/logout', 'POST /user/delete_account', 'PUT /user/change_password'])

const value = fc.oneof(
  fc.constantFrom<unknown>(
    1,
    0,
    -1,
    2 ** 31,
    2 ** 53,
    1.5,
    null,
    true,
    false,
    '',
    '1',
    'New',
    'All',
    [],
    {},
    [1],
    '\0',
    '::: spoiler',
  ),
  fc.string({ maxLength: 80 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'http://localhost:3000/pictrs/image/x',
    '@a@b',
    '💥'.repeat(50),
  ),
)
const form = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 6 })

describe('the Lemmy API', () => {
  test('LAPI-5 no input of any call causes a server error, and every error has the format of Lemmy', async () => {
    const authorization = `Bearer ${await t.bearerOf(member)}`
    const names = Object.keys(lemmyCalls).filter((name) => !CLOSING.has(name))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), form, async (name, input) => {
        const [method = '', path = ''] = name.split(' ')
        const query = Object.entries(input).map(
          ([field, given]) => `${field}=${encodeURIComponent(String(given).toWellFormed())}`,
        )
        const answer = await t.request(`/api/v3${path}${method === 'GET' ? `?${query.join('&')}` : ''}`, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(method !== 'GET' && { body: JSON.stringify(input) }),
        })
        const body = (await answer.json()) as { error?: unknown }
        expect([name, input, answer.status < 500]).toEqual([name, input, true])
        if (!answer.ok) expect(body.error).toBeString()
      }),
      { numRuns: 1_500, seed: 7 },
    )
  })
})

describe('texts', () => {
  const lemmy = {
    origin: 'https://forum.example',
    ctx: { config: { publicUrl: 'https://forum.example', adultHost: 'adult.forum.example' }, request: null },
  } as unknown as Lemmy

  test('LAPI-2 mentions, communities and spoilers stay as stored when a client sends the text back unchanged', () => {
    const written = [
      'Hej @jan, zobacz r/ogrody.',
      '>!To ukryte!<\n\nA to nie.',
      '`@jan` w kodzie i\n\n```\nr/ogrody\n```',
      'adres@example.org i https://example.org/r/ogrody',
      '\\@jan',
    ]
    for (const text of written) expect(fromLemmyText(lemmy, toLemmyText(lemmy, text)).content).toBe(text)
    expect(toLemmyText(lemmy, 'Hej @jan, zobacz r/ogrody.')).toBe(
      'Hej @jan@forum.example, zobacz !ogrody@forum.example.',
    )
    expect(toLemmyText(lemmy, '>!To ukryte!<')).toBe('::: spoiler spoiler\nTo ukryte\n:::')
    expect(toLemmyText(lemmy, '`@jan`')).toBe('`@jan`')
  })

  test('LAPI-2 a Lemmy link to a member or community of this forum is stored as a mention, others as links', () => {
    const content = (text: string) => fromLemmyText(lemmy, text).content
    expect(content('[@jan@forum.example](https://forum.example/u/jan)')).toBe('@jan')
    expect(content('[!ogrody@forum.example](https://forum.example/c/ogrody)')).toBe('r/ogrody')
    expect(content('[@jan@other.example](https://other.example/u/jan)')).toBe(
      '[@jan@other.example](https://other.example/u/jan)',
    )
    expect(content('@jan@other.example')).toBe('@jan@other.example')
  })

  test('LAPI-2 pictures uploaded to this forum are extracted from a text, pictures of other sites stay in it', () => {
    const own = 'https://forum.example/pictrs/image/0a-10x10.webp'
    expect(fromLemmyText(lemmy, `Oto\n\n![kwiat](${own})`)).toEqual({
      content: 'Oto',
      pictures: [{ url: '/media/i/0a-10x10.webp', alt: 'kwiat' }],
    })
    const other = '![x](https://example.org/a.png)'
    expect(fromLemmyText(lemmy, other)).toEqual({ content: other, pictures: [] })
    expect(fromLemmyText(lemmy, `\`![x](${own})\``).pictures).toEqual([])
  })
})
