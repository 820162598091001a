import { scope } from './scope.ts'

type Shown = { title: string; body: string; navigate: string; tag: string; lang: string; app_badge: number }

/** A Declarative Web Push message, or the tags of notifications to close because they were read elsewhere. */
type Message = { notification?: Shown; close?: string[]; app_badge?: number }

/** Failures here must not keep the service worker from responding to requests. */
export function listenForPush(): void {
  scope.addEventListener('push', (event) => {
    const message = readMessage(event.data)
    if (message) event.waitUntil(receive(message))
  })
  scope.addEventListener('notificationclick', (event) => {
    const { navigate } = (event.notification.data ?? {}) as { navigate?: unknown }
    event.notification.close()
    if (typeof navigate === 'string') event.waitUntil(open(navigate))
  })
}

function readMessage(data: PushMessageData | null): Message | null {
  try {
    return data?.json() as Message
  } catch {
    return null
  }
}

async function receive({ notification, close = [], app_badge }: Message): Promise<void> {
  await setBadge(notification?.app_badge ?? app_badge)
  if (notification) await show(notification)
  for (const shown of close.length > 0 ? await scope.registration.getNotifications() : [])
    if (close.includes(shown.tag)) shown.close()
}

function show({ title, body, navigate, tag, lang }: Shown): Promise<void> {
  // `renotify` announces a replaced notification again; it is missing in TypeScript's types.
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    lang,
    renotify: true,
    icon: '/icons/icon-192.png',
    data: { navigate },
  }
  return scope.registration.showNotification(title, options)
}

async function setBadge(count: number | undefined): Promise<void> {
  const { navigator } = scope
  if (count === undefined || !('setAppBadge' in navigator)) return
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

/** Focuses a tab with the URL or opens a new one; other tabs stay, since somebody may have typed in them. */
async function open(address: string): Promise<void> {
  const { href, origin } = new URL(address, scope.location.href)
  if (origin !== scope.location.origin) return
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => withoutHash(url) === withoutHash(href))
  await (tab ? tab.focus() : scope.clients.openWindow(href))
}

const withoutHash = (url: string) => url.split('#')[0]
