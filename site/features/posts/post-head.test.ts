import { expect, test } from 'bun:test'
import type { Post } from '#shared/api/shapes.ts'
import { catalog } from '#shared/i18n/index.ts'
import { postHead } from './post-head.ts'

const args = {
  t: catalog('pl'),
  variant: 'normal',
  site: { normal_origin: 'https://a.example', adult_origin: 'https://b.example' },
} as unknown as Parameters<typeof postHead>[1]

const post = {
  id: 1,
  title: 'Tytuł',
  description: 'Co zapisano',
  image_url: null,
  video_poster_url: null,
  removal: null,
  author: null,
  created_at: '',
  edited_at: null,
  category: { id: 1, name: 'chleb', display_name: 'Chleb', is_nsfw: false },
  comment_count: 0,
  upvotes: 0,
} as unknown as Post

test("the document head of a post has the stored description and does not read the post's HTML", () => {
  const unread = {
    ...post,
    get content_html(): string {
      throw new Error('The HTML was read')
    },
  }
  expect(postHead(unread, args)).toMatchObject({ description: 'Co zapisano', structured: { text: 'Co zapisano' } })
})

test('the document head of a post without text describes its community', () => {
  const head = postHead({ ...post, description: '' }, args)
  expect(head.description).toBe(args.t.postPage.description('chleb'))
  expect(head.structured).not.toHaveProperty('text')
})

test('WRITE-4 the document head of a spoiler post contains neither text nor picture', () => {
  const head = postHead({ ...post, is_spoiler: true, image_url: '/media/i/a.webp' }, args)
  expect(head).toMatchObject({ title: 'Tytuł', description: args.t.postPage.description('chleb'), image: null })
  expect(JSON.stringify(head)).not.toMatch(/Co zapisano|a\.webp/)
})
