import { createHttpApi } from '#shared/api/client.ts'
import { contract, type Api } from '#shared/api/index.ts'
import { storedToken } from '#site/app/session.ts'
import { storedCredential } from './credential.ts'

/** Calls that are made with the staff credential; the login goes without the old one. */
const STAFF = /^\/api\/(admin\/|bot\/|admin-auth\/logout)/

/** The API of the panel in a browser: the session's bearer, and the staff credential on admin and bot calls. */
export function createPanelApi(): Api {
  return createHttpApi(contract, fetch.bind(globalThis), {
    headers: ({ path }) => {
      const headers: Record<string, string> = {}
      const [token, credential] = [storedToken(), storedCredential()]
      if (token !== null) headers.Authorization = `Bearer ${token}`
      if (credential !== null && STAFF.test(path)) headers['X-Admin-Password'] = credential
      return headers
    },
  })
}
