import { fetchOutgoing } from '#server/lib/outgoing.ts'
import type { RecordOf, Source } from './records.ts'

const INTERVAL_MS = 200
const TIMEOUT_MS = 30_000
/** Equal to the upload size limit for pictures. */
const MAX_BYTES = 50 * 1_048_576

type File = RecordOf<'file'>

/** Returns null if the URL would have another origin than the former forum. */
export function addressOfFile(source: Source, baseUrl: URL, file: File): string | null {
  const below = source.fileAddress?.(file) ?? `/${file.path.replace(/^\/+/, '')}`
  const address = `${baseUrl.href.replace(/\/+$/, '')}${below}`
  return URL.canParse(address) && new URL(address).origin === baseUrl.origin ? address : null
}

/** Downloads at most five attachments a second; returns null for one that cannot be downloaded. */
export function createFileFetcher(source: Source, baseUrl: URL) {
  let next = 0
  return async (file: File): Promise<Uint8Array | null> => {
    const address = addressOfFile(source, baseUrl, file)
    if (address === null) return null
    const wait = next - performance.now()
    next = Math.max(performance.now(), next) + INTERVAL_MS
    if (wait > 0) await Bun.sleep(wait)
    try {
      // Private IP addresses are allowed, because the operator's former forum may be in their own network.
      const { status, body, isWhole } = await fetchOutgoing(address, {
        timeoutMs: TIMEOUT_MS,
        maxAnswerBytes: MAX_BYTES,
        allowPrivate: true,
      })
      return status === 200 && isWhole ? body : null
    } catch {
      return null
    }
  }
}
