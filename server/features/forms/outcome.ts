import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'

type Decided = { decision: { id: number } | null; item: { target: { category: { name: string } | null } } }
type Registered = { status: 'signed_in' | 'awaiting_approval' | 'verification_sent' }
type Made = { id: number; post_id: number; name: string; thread: { id: number } }

/** Maps each call that creates content to the page of the new content. */
const PAGES: Record<string, (made: Made) => string> = {
  'posts.create': ({ id }) => paths.post(id),
  'comments.create': ({ id, post_id }) => paths.post(post_id, id),
  'categories.create': ({ name }) => paths.category(name),
  'streams.create': ({ id }) => paths.stream(id),
  'modmail.start': ({ thread }) => paths.modmail(thread.id),
}

/** Returns the page of the content that a successful form created, or else `next`. */
export function pathAfter(call: string, answer: unknown, next: string): string {
  if (call === 'queue.decide') {
    const { decision, item } = answer as Decided
    const name = item.target.category?.name
    if (decision && name !== undefined) return `${paths.categoryQueue(name)}?decided=${decision.id}`
  }
  if (call === 'signInServices.register') {
    const { status } = answer as Registered
    return status === 'signed_in' ? next : paths.finishSignIn(status)
  }
  return PAGES[call]?.(answer as Made) ?? next
}

/** A form can name its page in a field, because after a refused form `Referer` is the endpoint and not a page. */
export function formPage({ headers, url }: Request, named: string | undefined): string | null {
  const from = URL.parse(headers.get('referer') ?? '')
  const isOwn = from?.host === (headers.get('host') ?? new URL(url).host) && !from.pathname.startsWith('/act/')
  return safeNext(named) ?? (from && isOwn ? safeNext(from.pathname + from.search) : null)
}
