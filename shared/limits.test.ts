import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { contract } from './api/index.ts'
import type { Endpoint } from './api/contract.ts'
import { AD_SPACING, DELAY, LIFETIME, LIMITS, PAGE, UPLOAD } from './limits.ts'

/* The specified limits are repeated here, and compared with the code. */

test('CON-1,2,3,4,5 the page sizes and other limits of the code equal the specified numbers', () => {
  expect(PAGE).toMatchObject({
    feed: 10,
    comments: 20,
    saved: 20,
    search: 20,
    admin: 20,
    suggestions: 5,
    searchUsers: 30,
    sidebar: 10,
    notifications: 10,
    leaderboard: 10,
    pendingComments: 10,
    tablePreview: 50,
    chartDays: 7,
  })
  expect(LIMITS).toMatchObject({
    titleMin: 3,
    titleMax: 300,
    postText: 40_000,
    comment: 10_000,
    message: 10_000,
    messagePreview: 60,
    categoryNameMin: 3,
    categoryNameMax: 21,
    displayName: 50,
    categoryDescription: 500,
    passwordMin: 8,
    usernameMin: 3,
    commentDepth: 5,
    botPosts: 3,
    tableCell: 100,
    pageButtons: 7,
    badge: 99,
  })
  expect(UPLOAD).toMatchObject({ file: 52_428_800, messageImage: 10_485_760 })
  expect(AD_SPACING).toEqual({ comment: 5, commentNsfw: 3, post: 4, postNsfw: 2 })
  expect(DELAY).toMatchObject({
    searchDebounce: 300,
    usernameDebounce: 500,
    userSearchDebounce: 300,
    countsPoll: 30_000,
    conversationPoll: 10_000,
    tooltip: 3_000,
    verifySuccess: 2_000,
    verifyError: 3_000,
  })
  expect(LIFETIME).toMatchObject({ rememberedSession: 2_592_000_000, verificationLink: 86_400_000 })
})

describe('default page sizes', () => {
  test.each([
    ['the feed', contract.posts.list, {}, 'limit', 10],
    ['the saved posts', contract.posts.saved, {}, 'limit', 20],
    ['a search for posts', contract.posts.search, {}, 'limit', 20],
    ['comments', contract.comments.list, { post_id: 1 }, 'limit', 20],
    ['suggested people', contract.users.search, {}, 'limit', 5],
    ['notifications', contract.notifications.list, {}, 'limit', 10],
    ['the leaderboard', contract.points.leaderboard, {}, 'limit', 10],
    ['the users of the panel', contract.admin.users, {}, 'limit', 20],
    ['the posts of the panel', contract.admin.posts, {}, 'limit', 20],
    ['the communities of the panel', contract.admin.categories, {}, 'limit', 20],
    ['the streams of the panel', contract.admin.streams, {}, 'limit', 20],
    ['the reports of the panel', contract.admin.reports, {}, 'limit', 20],
    ['the rows of a table', contract.admin.databaseTable, { name: 'user' }, 'limit', 50],
    ['the days of the charts', contract.admin.charts, {}, 'days', 7],
    ['comments that await the bot', contract.adminBot.pendingComments, {}, 'limit', 10],
    ['posts of the bot', contract.adminBot.autoPost, {}, 'count', 3],
  ] as [string, Endpoint, object, string, number][])(
    'CON-1,3 the default page size of %s is as specified',
    (_, { input }, given, field, number) => {
      expect(v.parse(input, given)).toMatchObject({ [field]: number })
    },
  )
})

describe('CON-5 a text may be as long as its limit, and no longer', () => {
  const post = { title: 'Tytuł', category_id: 1 }
  const community = { name: 'ogrod', display_name: 'Ogród' }
  const person = { username: 'kasia', email: 'kasia@example.org', password: 'Haslo1234' }
  const letters = (length: number) => 'a'.repeat(length)

  test.each([
    ['a title', contract.posts.create, post, 'title', 3, 300, letters],
    ['a post', contract.posts.create, post, 'content', 0, 40_000, letters],
    ['a comment', contract.comments.create, { post_id: 1, image_url: '/media/x' }, 'content', 0, 10_000, letters],
    ['an edited comment', contract.comments.edit, { comment_id: 1 }, 'content', 1, 10_000, letters],
    ['a message', contract.messages.send, { recipient_id: 1 }, 'content', 1, 10_000, letters],
    ['the name of a community', contract.categories.create, community, 'name', 3, 21, letters],
    ['its name on display', contract.categories.create, community, 'display_name', 1, 50, letters],
    ['its description', contract.categories.create, community, 'description', 0, 500, letters],
    ['a username', contract.auth.register, person, 'username', 3, 30, letters],
    ['a password', contract.auth.register, person, 'password', 8, 200, (length: number) => `Aa1${letters(length - 3)}`],
    ['the reason of a report', contract.reports.create, { post_id: 1 }, 'reason', 1, 500, letters],
    ['what one says of oneself', contract.users.editMe, {}, 'bio', 0, 500, letters],
  ] as [string, Endpoint, object, string, number, number, (length: number) => string][])(
    'the longest text is accepted and one character more is refused: %s',
    (_, { input }, given, field, min, max, make) => {
      const isTaken = (length: number) => v.safeParse(input, { ...given, [field]: make(length) }).success
      expect([isTaken(min), isTaken(max), isTaken(max + 1)]).toEqual([true, true, false])
      expect(min > 0 && isTaken(min - 1)).toBe(false)
    },
  )
})
