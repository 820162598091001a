import { expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import '#shared/i18n/all-features.ts'
import { LangProvider } from '#shared/texts.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { Comment } from '#shared/api/shapes.ts'
import type { Runtime } from '#site/core/page.ts'
import { SiteProvider } from '#site/core/site-context.tsx'
import { CommentSkeletons } from './CommentPlaceholders.tsx'
import { MoreReplies } from './MoreReplies.tsx'
import { ThreadProvider, type ThreadContextValue } from './thread-context.ts'
import { ThreadEnd } from './ThreadEnd.tsx'

function html(part: ReactNode): string {
  const router = createMemoryRouter([{ path: '/', element: part }])
  const runtime = { t: catalog('pl') } as unknown as Runtime
  return renderToStaticMarkup(
    <SiteProvider value={runtime}>
      <LangProvider value="pl">
        <RouterProvider router={router} />
      </LangProvider>
    </SiteProvider>,
  )
}
const nothing = () => {}

test('the link to more comments keeps the sort order and works without scripts', () => {
  const end = html(<ThreadEnd postId={7} sort="new" base={3} cursor="abc" isLoading={false} onMore={nothing} />)
  expect(end).toContain('action="/post/7#comments"')
  expect(end.match(/name="\w+" value="\w+"/g)).toEqual([
    'name="sort" value="new"',
    'name="thread" value="3"',
    'name="cursor" value="abc"',
  ])
})

test('the link to more comments omits the default sort order, and is missing after the last page', () => {
  expect(
    html(<ThreadEnd postId={7} sort="best" base={null} cursor="abc" isLoading={false} onMore={nothing} />),
  ).not.toContain('name="sort"')
  expect(html(<ThreadEnd postId={7} sort="best" base={null} cursor={null} isLoading={false} onMore={nothing} />)).toBe(
    '',
  )
})

test("the link to more replies opens the page of that comment's replies and shows their number", () => {
  const context = { post: { id: 7 }, isLoading: () => false, loadReplies: nothing } as unknown as ThreadContextValue
  const more = html(
    <ThreadProvider value={context}>
      <MoreReplies parent={{ id: 3 } as Comment} left={2} />
    </ThreadProvider>,
  )
  expect(more).toContain('href="/post/7?thread=3#comments"')
  expect(more).toContain('Pokaż jeszcze 2 odpowiedzi')
})

test('as many placeholders are shown as comments are expected, at most eight', () => {
  expect(html(<CommentSkeletons count={3} isClosed={false} />).match(/class="comment"/g)).toHaveLength(3)
  expect(html(<CommentSkeletons count={300} isClosed={false} />).match(/class="comment"/g)).toHaveLength(8)
  expect(html(<CommentSkeletons count={0} isClosed={false} />)).toContain('Jeszcze nikt tu nie skomentował')
})

test('the comment form is not rendered on a closed post', () => {
  expect(html(<CommentSkeletons count={0} isClosed={false} />)).toContain('Napisz pierwszy komentarz.')
  const closed = html(<CommentSkeletons count={0} isClosed />)
  expect(closed).toContain('Jeszcze nikt tu nie skomentował')
  expect(closed).not.toContain('Napisz')
})
