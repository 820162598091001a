import type { SiteApi } from '#shared/api/public.ts'
import { storedToken } from '#site/core/session.ts'

/** `unsupported`: the browser lacks push messages; `denied`: the reader refused them. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Storage key of the hash of the login session in which this browser's subscription was last stored on the server. */
const STORED_FOR = 'push-session'

export const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function registration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return navigator.serviceWorker.ready
}

const current = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await current()) !== null ? 'on' : 'off'
}

export async function turnOn(api: SiteApi): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const { public_key } = await api.push.key()
  const { pushManager } = await registration()
  const existing = await pushManager.getSubscription()
  if (existing && keyOf(existing) !== public_key) await existing.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  await store(api, subscription)
  return 'on'
}

/** The server deletes the stored subscription when the push service reports it as gone. */
export async function turnOff(): Promise<void> {
  await (await current())?.unsubscribe()
}

/** The server deletes a subscription with its login session, so a new session stores it again. */
export async function renew(api: SiteApi): Promise<void> {
  const subscription = await current()
  if (subscription === null || localStorage.getItem(STORED_FOR) === (await sessionHash())) return
  await store(api, subscription)
}

async function store(api: SiteApi, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await api.push.subscribe({ endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } })
  localStorage.setItem(STORED_FOR, await sessionHash())
}

async function sessionHash(): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(storedToken() ?? ''))
  return [...new Uint8Array(hash).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
