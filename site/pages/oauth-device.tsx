import type { DeviceRequest } from '#shared/api/oauth.ts'
import { textsFor } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { DeviceCode, DeviceDone, DeviceQuestion } from '#site/features/oauth/DeviceQuestion.tsx'

type Data = { typed: string; outcome: 'allow' | 'deny' | null; asked: DeviceRequest | null }

/** The page on which a member enters the code of a television or terminal. */
export const page = definePage<Data>({
  guard: 'user',
  load: async ({ api, query, signal }) => {
    const typed = query.get('user_code')?.trim() ?? ''
    const outcome = query.get('outcome')
    const decided = outcome === 'allow' || outcome === 'deny' ? outcome : null
    if (decided || typed === '') return { typed, outcome: decided, asked: null }
    const asked = await api.oauth.device({ user_code: typed }, { signal }).catch((error: unknown) => {
      if ((error as { status?: number }).status === 404) return null
      throw error
    })
    return { typed, outcome: null, asked }
  },
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'oauth').device.title, noindex: true }),
  View: function OauthDevice({ data: { typed, outcome, asked } }) {
    if (outcome) return <DeviceDone outcome={outcome} />
    return asked ? (
      <DeviceQuestion asked={asked} typed={typed} />
    ) : (
      <DeviceCode typed={typed} isUnknown={typed !== ''} />
    )
  },
})
