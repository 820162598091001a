import type { SiteApi } from '#shared/api/public.ts'

type Verified = Awaited<ReturnType<SiteApi['auth']['verifyEmail']>>

const asked = new Map<string, Promise<Verified>>()

/** Sends each verification link once, even if the page mounts several times. */
export function verifyOnce(api: SiteApi, link: { token: string; email?: string }): Promise<Verified> {
  const key = JSON.stringify(link)
  let answer = asked.get(key)
  if (!answer) {
    answer = api.auth.verifyEmail(link)
    asked.set(key, answer)
  }
  return answer
}
