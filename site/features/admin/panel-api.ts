import { createHttpApi } from '#shared/api/client.ts'
import { contract, type Api } from '#shared/api/index.ts'
import { storedToken } from '#site/core/session.ts'
import { storedCredential } from './credential.ts'

const STAFF = /^\/api\/(admin\/|bot\/|moderation\/|modmail|hooks|admin-auth\/logout|categories\/:category_id)/

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
