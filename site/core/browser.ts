import { createHttpApi } from '#shared/api/client.ts'
import { publicContract, type SiteApi } from '#shared/api/public.ts'
import { QUEUED_CALLS, QUEUED_FILE } from '#shared/rules/queued-calls.ts'
import { apiBase } from '#shared/rules/api-base.ts'
import type { Texts } from '#shared/i18n/index.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { BOOTSTRAP_ID } from './bootstrap.ts'
import { sendFile } from './send-file.ts'
import { clearSession, storedToken } from './session.ts'
import type { SiteInfo } from './page.ts'

/** Event dispatched on the window when the server refuses a write in read-only mode. */
export const READ_ONLY_EVENT = 'read-only'

/** Error codes of 401 responses that do not mean an ended login session. */
const OTHER_401 = new Set([
  'bad_credentials',
  'second_factor',
  'bad_code',
  'challenge_expired',
  'bad_passkey',
  'bad_admin_password',
  'admin_credential',
])
const IGNORED_401 = publicContract.saves.isSaved.path

const hasQueued = (): boolean => {
  try {
    return localStorage.getItem('outbox') !== null
  } catch {
    return false
  }
}

export function apiBaseOf(site: SiteInfo): string {
  const productionHosts = [site.normal_origin, site.adult_origin].map((origin) => new URL(origin).hostname)
  // A page that the server rendered calls its own origin; other pages use the rule in api-base.ts.
  const isRendered = document.getElementById(BOOTSTRAP_ID) !== null
  return isRendered ? '' : apiBase(location, productionHosts)
}

export function createBrowserApi(t: Texts, site: SiteInfo, onSessionEnd: () => void): SiteApi {
  // An expired token is not sent, but a 401 response without it still means that the login session has ended.
  let wasSignedIn = storedToken() !== null
  return createHttpApi(publicContract, (url, init) => (init.onProgress ? sendFile(url, init) : fetch(url, init)), {
    base: apiBaseOf(site),
    headers: (): Record<string, string> => {
      const token = storedToken()
      return token === null ? {} : { Authorization: `Bearer ${token}` }
    },
    around: async (call, send) => {
      if (site.offline && call.options.mayWait)
        return send().catch(async (error: unknown) => {
          if ((error as { status?: number }).status !== 0 || storedToken() === null) throw error
          const { queueUpload } = await import('#site/features/outbox/queue.ts')
          return queueUpload((call.input.file ?? call.input.image) as File, t.lang)
        })
      if (!site.offline || !(QUEUED_CALLS as readonly string[]).includes(call.name)) return send()
      const options = { ...call.options, idempotencyKey: call.options.idempotencyKey ?? crypto.randomUUID() }
      const queue = async () => {
        const { queueCall } = await import('#site/features/outbox/queue.ts')
        return queueCall({ ...call, options }, t.lang)
      }
      // The call waits behind actions in the outbox, and is queued if its picture is stored only in this browser.
      if (hasQueued() || JSON.stringify(call.input).includes(QUEUED_FILE)) return queue()
      try {
        return await send(options)
      } catch (error) {
        if ((error as { status?: number }).status !== 0 || storedToken() === null) throw error
        return queue()
      }
    },
    onError: (error, { path }) => {
      if (error.code === 'read_only') dispatchEvent(new Event(READ_ONLY_EVENT))
      if (error.status === 429)
        showToast({ kind: 'error', text: t.app.rateLimit + (error.detail ?? t.app.rateLimitDefault) })
      if (error.status === 401 && !OTHER_401.has(error.code) && path !== IGNORED_401 && wasSignedIn) {
        wasSignedIn = false
        clearSession()
        onSessionEnd()
      }
    },
  })
}
