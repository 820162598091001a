export const STREAM_TYPES = ['external', 'hls', 'browser'] as const
export type StreamType = (typeof STREAM_TYPES)[number]

export const STREAM_STATES = ['live', 'ended'] as const
export type StreamState = (typeof STREAM_STATES)[number]

/** Tests the path only; what follows may be a signature. */
export const isPlaylistUrl = (url: string): boolean => /^[^?#]+\.m3u8(?:[?#]|$)/i.test(url)

/**
 * Allows host names and addresses only, since other characters of a URL's host have a meaning in a content security
 * policy.
 */
const POLICY_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/

/** The origin of an address for a content security policy; null where it would change the policy's meaning. */
export function policyOrigin(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || !POLICY_HOST.test(parsed.hostname)) return null
  return `https://${parsed.host}`
}
