import { createHttpApi } from '#shared/api/client.ts'
import { staffContract } from '#shared/api/staff.ts'
import { storedToken } from '#site/core/session.ts'

/** API calls for moderators, kept out of the readers' bundle. */
export const {
  moderation: moderationApi,
  filters: filtersApi,
  hooks: hooksApi,
} = createHttpApi(
  { moderation: staffContract.moderation, filters: staffContract.filters, hooks: staffContract.hooks },
  fetch.bind(globalThis),
  { headers: (): Record<string, string> => ({ Authorization: `Bearer ${storedToken() ?? ''}` }) },
)
