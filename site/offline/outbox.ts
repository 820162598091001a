import { QUEUED_FILE } from '#shared/rules/queued-calls.ts'

/** Queues actions while the network is away, and sends each once, in order; this module does no I/O itself. */

type Reason = { status: number; code: string; detail: string | null; retry_at: number | null; current_text?: string }

export type Queued = {
  /** The id of the action, also sent as Idempotency-Key. */
  id: string
  account: string
  /** Sequence number; actions are sent in this order. */
  number: number
  call: string
  /** What the action concerns, such as 'post 7'; actions on the same thing are sent one after another. */
  thing: string
  method: string
  url: string
  input: Record<string, unknown>
  /** The text before an edit. */
  base: string | null
  /** Texts of queued edits that this one replaced; the server may have stored one although its response was lost. */
  earlier_texts?: string[]
  queued_at: string
  /** 'waiting' for the network, or 'refused' until the member decides. */
  state: 'waiting' | 'refused'
  reason: Reason | null
}

export type QueuedFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }

export type OutboxStorage = {
  list: (account: string) => Promise<Queued[]>
  put: (action: Queued) => Promise<void>
  remove: (id: string) => Promise<void>
  file: (url: string, account: string) => Promise<QueuedFile | null>
  removeFile: (url: string) => Promise<void>
}

export type Session = { account: string; token: string }

export type Outcome = 'sent' | 'offline' | 'signed-out' | 'waits'

type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string | FormData },
) => Promise<Answer>

type Answer = { status: number; headers: { get: (name: string) => string | null }; text: () => Promise<string> }

type Sender = {
  storage: OutboxStorage
  fetch: Fetch
  /** Called before each action, because the account may change between two actions. */
  session: () => Promise<Session | null>
  now: () => number
}

/** Older actions are sent only on request, since the server deletes their idempotency keys after 30 days. */
const OLDEST_MS = 29 * 24 * 3_600_000

/** Calls that set a state: a later call replaces an earlier one in the queue. */
const SETTING_STATE = new Set([
  'votes.post',
  'votes.comment',
  'saves.save',
  'reading.hide',
  'categories.join',
  'categories.leave',
  'follows.follow',
  'follows.unfollow',
  'polls.vote',
  'comments.edit',
  'posts.edit',
  'notifications.markRead',
  'notifications.markAllRead',
])

const kindOf = (call: string) => call.replace(/\.(join|leave)$/, '.member').replace(/\.(un)?follow$/, '.follow')

export function thingOf(call: string, input: Record<string, unknown>): string {
  const [group] = call.split('.')
  const { comment_id, post_id, parent_id, user_id, category_id, recipient_id } = input
  if (call === 'messages.send') return `conversation ${String(recipient_id)}`
  if (call === 'comments.create') return `thread ${String(post_id)} ${String(parent_id ?? '')}`
  if (call === 'posts.create') return `community ${String(category_id)}`
  const id = comment_id ?? post_id ?? user_id ?? category_id ?? input.notification_id ?? ''
  return `${kindOf(call)} ${comment_id === undefined ? group : 'comment'} ${String(id)}`
}

/** An action that sets a state replaces queued actions on the same state, and takes over the oldest base text. */
export async function enqueue(storage: OutboxStorage, action: Queued): Promise<void> {
  const earlier = SETTING_STATE.has(action.call)
    ? (await storage.list(action.account)).filter(
        ({ call, thing, id }) => id !== action.id && thing === action.thing && kindOf(call) === kindOf(action.call),
      )
    : []
  const earlier_texts = earlier.flatMap(({ earlier_texts = [], input: { content } }) =>
    typeof content === 'string' ? [...earlier_texts, content] : earlier_texts,
  )
  await storage.put({ ...action, base: earlier[0]?.base ?? action.base, earlier_texts })
  for (const { id } of earlier) await storage.remove(id)
}

export function filesOf({ image_url, images }: Record<string, unknown>): string[] {
  const listed = Array.isArray(images) ? (images as { url?: unknown }[]).map(({ url }) => url) : []
  return [image_url, ...listed].filter((url): url is string => typeof url === 'string' && url.startsWith(QUEUED_FILE))
}

function withAddress(input: Record<string, unknown>, before: string, after: string): Record<string, unknown> {
  const changed = { ...input }
  if (changed.image_url === before) changed.image_url = after
  if (Array.isArray(changed.images))
    changed.images = (changed.images as { url: string }[]).map((image) =>
      image.url === before ? { ...image, url: after } : image,
    )
  return changed
}

const GONE: Answer = { status: 410, headers: { get: () => null }, text: async () => '{"code":"file_gone"}' }

/** Stores each URL before the next upload, so that a retry uploads no file twice; returns a failed response. */
async function uploadFiles({ storage, fetch }: Sender, action: Queued, token: string): Promise<Answer | null> {
  for (const url of filesOf(action.input)) {
    const file = await storage.file(url, action.account)
    if (!file) return GONE
    const body = new FormData()
    const [path, field] =
      action.call === 'messages.send' ? ['/api/messages/upload-image', 'image'] : ['/api/upload/image', 'file']
    body.append(field, new Blob([file.bytes], { type: file.type }), file.name)
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(path, { method: 'POST', headers, body })
    if (answer.status !== 201) return answer
    const made = bodyOf(await answer.text()) as { url?: unknown; image_url?: unknown }
    const address = made.url ?? made.image_url
    if (typeof address !== 'string') throw new Error('The answer was cut')
    action.input = withAddress(action.input, url, address)
    await storage.put(action)
    await storage.removeFile(url)
  }
  return null
}

function bodyOf(text: string): { code?: unknown; detail?: unknown } {
  try {
    return (JSON.parse(text) as { code?: unknown } | null) ?? {}
  } catch {
    return {}
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const TEMPORARY = new Set([408, 425, 500, 502, 503, 504])

/** Returns the current text if somebody else changed it since the edit began, or the response if loading it failed. */
async function changedMeanwhile({ fetch }: Sender, action: Queued, token: string): Promise<string | Answer | null> {
  if (action.base === null || !/^(comments|posts)\.edit$/.test(action.call)) return null
  const url = action.call === 'posts.edit' ? action.url : `${action.url}/context?levels=1`
  const answer = await fetch(url, { method: 'GET', headers: { Authorization: `Bearer ${token}` } })
  if (answer.status !== 200) return answer
  const body = JSON.parse(await answer.text()) as { content?: string; comments?: { id: number; content: string }[] }
  const now =
    action.call === 'posts.edit'
      ? body.content
      : body.comments?.find(({ id }) => action.url === `/api/comments/${id}`)?.content
  const own = [action.base, action.input.content, ...(action.earlier_texts ?? [])]
  return now === undefined || own.includes(now) ? null : now
}

const post = ({ fetch }: Sender, action: Queued, token: string): Promise<Answer> =>
  fetch(action.url, {
    method: action.method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': action.id,
      'X-Queued-At': action.queued_at,
    },
    body: JSON.stringify(action.input),
  })

async function sendOne(sender: Sender, action: Queued, token: string): Promise<Outcome | 'refused'> {
  const { storage, now } = sender
  const refuse = async (reason: Reason, state: Queued['state']): Promise<void> => {
    // An action that was cancelled or replaced during the request must not be stored again.
    const isStored = (await storage.list(action.account)).some(({ id }) => id === action.id)
    if (isStored) await storage.put({ ...action, state, reason })
  }
  if (now() - new Date(action.queued_at).getTime() > OLDEST_MS) {
    await refuse({ status: 0, code: 'too_old', detail: null, retry_at: null }, 'refused')
    return 'refused'
  }
  let answer: Answer
  try {
    const current = await changedMeanwhile(sender, action, token)
    if (typeof current === 'string') {
      await refuse(
        { status: 409, code: 'edited_since', detail: null, retry_at: null, current_text: current },
        'refused',
      )
      return 'refused'
    }
    answer = current ?? (await uploadFiles(sender, action, token)) ?? (await post(sender, action, token))
  } catch {
    return 'offline'
  }
  const { status } = answer
  // The status alone means success, even if the response body was cut off.
  if (status >= 200 && status < 300) {
    await storage.remove(action.id)
    return 'sent'
  }
  if (status === 401) return 'signed-out'
  if (TEMPORARY.has(status)) return 'offline'
  const text = await answer.text().catch(() => '')
  // A refusal whose body was cut off is retried, because its reason is missing.
  if (answer.headers.get('content-type')?.includes('json') && !isJson(text)) return 'offline'
  const { code, detail } = bodyOf(text)
  const seconds = Number(answer.headers.get('retry-after'))
  const retry_at = status === 429 ? now() + Math.max(1, seconds || 60) * 1_000 : null
  const reason = {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    detail: typeof detail === 'string' ? detail : null,
    retry_at,
  }
  await refuse(reason, retry_at === null ? 'refused' : 'waiting')
  return retry_at === null ? 'refused' : 'waits'
}

/** Sends queued actions in order; only one tab or worker may run this at a time. */
export async function sendAll(sender: Sender): Promise<Outcome> {
  const first = await sender.session()
  if (!first) return 'signed-out'
  const blocked = new Set<string>()
  const tried = new Set<string>()
  for (;;) {
    const all = (await sender.storage.list(first.account)).toSorted((a, b) => a.number - b.number)
    for (const { thing, state } of all) if (state === 'refused') blocked.add(thing)
    const next = all.find(({ id, thing, state }) => state === 'waiting' && !tried.has(id) && !blocked.has(thing))
    if (!next) return blocked.size > 0 ? 'waits' : 'sent'
    tried.add(next.id)
    if (next.reason?.retry_at && next.reason.retry_at > sender.now()) {
      blocked.add(next.thing)
      continue
    }
    const session = await sender.session()
    if (session?.account !== first.account) return 'signed-out'
    const outcome = await sendOne(sender, next, session.token)
    if (outcome === 'offline' || outcome === 'signed-out') return outcome
    if (outcome !== 'sent') blocked.add(next.thing)
  }
}
