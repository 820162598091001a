import { requestOf } from '#shared/api/client.ts'
import type { CallOptions, Endpoint } from '#shared/api/contract.ts'
import { CallError } from '#shared/api/errors.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { textsFor } from '#shared/texts.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { showQueued } from '#site/features/outbox/queued-store.ts'
import { storedToken, storedUser } from '#site/core/session.ts'
import { keysOf } from '#site/offline/account-keys.ts'
import { enqueue, filesOf, sendAll, thingOf, type Outcome, type Session } from '#site/offline/outbox.ts'
import {
  nextNumber,
  outboxStorage,
  rememberSession,
  removeUnusedFiles,
  storeFile,
} from '#site/offline/outbox-storage.ts'

/** localStorage key that is set while the outbox is not empty, readable without loading this module. */
const FLAG = 'outbox'
const AGAIN_MS = 15_000

function session(): Session | null {
  const [token, user] = [storedToken(), storedUser()]
  return token === null || user === null ? null : { account: String(user.id), token }
}

type Call = { name: string; endpoint: Endpoint; input: Record<string, unknown>; options: CallOptions }

/** Results of queued calls that do not depend on the server. */
const ANSWERS: Record<string, (input: Record<string, unknown>) => unknown> = {
  'saves.save': ({ saved }) => ({ saved }),
  'reading.hide': ({ hidden }) => ({ is_hidden: hidden }),
  'notifications.markRead': () => ({ success: true }),
  'notifications.markAllRead': () => ({ success: true }),
}

/** Maximum bytes of all pictures of one post, comment or message. */
const MAX_BYTES = 20 * 1_048_576
/** Time in milliseconds after which a queued picture is deleted if no post with it was queued. */
const UNUSED_MS = 24 * 3_600_000

const tooLarge = (lang: Lang) => new CallError(413, { code: 'too_large', detail: textsFor(lang, 'offline').tooLarge })

/** Without encryption keys nothing can be queued: the form keeps its text and reports that there is no network. */
const requireKeys = (account: string) =>
  keysOf(account).catch(() => {
    throw new CallError(0, {})
  })

/** The picture is uploaded when its post, comment or message is sent. */
export async function queueUpload(file: File, lang: Lang): Promise<{ url: string; image_url: string }> {
  const own = session()
  if (!own) throw new CallError(0, {})
  if (file.size > MAX_BYTES) throw tooLarge(lang)
  await requireKeys(own.account)
  const { name, type } = file
  const bytes = new Uint8Array(await file.arrayBuffer())
  const url = await storeFile(own.account, { name, type, bytes }, Date.now())
  return { url, image_url: url }
}

async function refuseTooLarge(account: string, input: Record<string, unknown>, lang: Lang): Promise<void> {
  const files = await Promise.all(filesOf(input).map((url) => outboxStorage.file(url, account)))
  if (files.reduce((sum, file) => sum + (file?.bytes.length ?? 0), 0) > MAX_BYTES) throw tooLarge(lang)
}

/** Returns a local result, or rejects with `queued` if only the server could give one. */
export async function queueCall({ name, endpoint, input, options }: Call, lang: Lang): Promise<unknown> {
  const own = session()
  if (!own) throw new CallError(0, {})
  await requireKeys(own.account)
  const { url, json } = requestOf(endpoint, input)
  await refuseTooLarge(own.account, input, lang)
  await rememberSession(own)
  await enqueue(outboxStorage, {
    id: options.idempotencyKey!,
    account: own.account,
    number: await nextNumber(),
    call: name,
    thing: thingOf(name, input),
    method: endpoint.method,
    url,
    input: json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>),
    base: options.base ?? null,
    queued_at: new Date().toISOString(),
    state: 'waiting',
    reason: null,
  })
  localStorage.setItem(FLAG, '1')
  showQueued(await outboxStorage.list(own.account))
  await askForSync()
  void sendQueued()
  const t = textsFor(lang, 'offline')
  showToast({ kind: 'info', text: t.queued, action: { label: t.showOutbox, href: paths.outbox() } })
  const answer = ANSWERS[name]
  if (answer) return answer(input)
  throw new CallError(0, { code: 'queued' })
}

type WithSync = { sync?: { register: (tag: string) => Promise<void> } }

async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as WithSync | undefined
  await registration?.sync?.register('outbox').catch(() => {})
}

const listeners = new Set<() => void>()

/** The listener is called for sent and refused actions. */
export function onSent(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let timer: ReturnType<typeof setTimeout> | undefined

export async function sendQueued(): Promise<Outcome> {
  const outcome = await navigator.locks.request('outbox', async () => {
    const found = await sendAll({
      storage: outboxStorage,
      fetch: (url, init) => fetch(url, { ...init, credentials: 'include' }),
      session: async () => session(),
      now: Date.now,
    })
    const own = session()
    const left = own ? await outboxStorage.list(own.account) : []
    showQueued(left)
    if (own && left.every(({ state }) => state === 'refused')) localStorage.removeItem(FLAG)
    return found
  })
  for (const listener of listeners) listener()
  clearTimeout(timer)
  if (outcome === 'offline' || outcome === 'waits') timer = setTimeout(() => void sendQueued(), AGAIN_MS)
  return outcome
}

/** Sends queued actions when a page starts and whenever the network returns. */
export async function startOutbox(viewer: { id: number } | null): Promise<void> {
  const own = session()
  await rememberSession(own)
  addEventListener('online', () => void sendQueued())
  if (!own || (viewer && String(viewer.id) !== own.account)) return
  const left = await outboxStorage.list(own.account)
  showQueued(left)
  await removeUnusedFiles(own.account, new Set(left.flatMap(({ input }) => filesOf(input))), Date.now() - UNUSED_MS)
  if (left.length === 0) {
    localStorage.removeItem(FLAG)
    return
  }
  void sendQueued()
}
