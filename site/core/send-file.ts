import type { FetchLike } from '#shared/api/client.ts'

type Init = Parameters<FetchLike>[1]
type Answer = Awaited<ReturnType<FetchLike>>

/** Replaces `fetch` by XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendFile(
  url: string,
  { method, headers, body, credentials, signal, onProgress }: Init,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      settle()
    }
    request.open(method, url)
    request.withCredentials = credentials === 'include'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total)
    }
    request.onload = end(() =>
      resolve({
        ok: request.status >= 200 && request.status < 300,
        status: request.status,
        headers: { get: (name) => request.getResponseHeader(name) },
        text: async () => request.responseText,
      }),
    )
    request.onerror = end(() => reject(new TypeError('No answer came')))
    request.onabort = end(() => reject(new DOMException('The sending was broken off', 'AbortError')))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    request.send(body)
  })
}
