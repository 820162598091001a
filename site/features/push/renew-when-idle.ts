import type { SiteApi } from '#shared/api/public.ts'

export function renewPushWhenIdle(api: SiteApi): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || !('PushManager' in window)) return
  const run = () =>
    void import('./subscription.ts')
      .then(({ renew }) => renew(api))
      .catch((error: unknown) => console.warn('Storing the push subscription failed', error))
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run)
}
