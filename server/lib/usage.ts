/** What this process sent since it was last asked. */
export type Usage = {
  answer: (method: string, response: Response) => void
  /** Bytes that no answer's length says, like those of an event stream. */
  bytes: (count: number) => void
  mail: () => void
  take: () => { requests: number; bytes: number; mails: number }
}

/** Status line and headers of an answer, most of it the security policy. */
const HEAD_BYTES = 1_200

export function createUsage(): Usage {
  let [requests, bytes, mails] = [0, 0, 0]
  return {
    answer(method, response) {
      requests += 1
      const length = method === 'HEAD' ? null : response.headers.get('content-length')
      bytes += HEAD_BYTES + (length === null ? 0 : Number(length))
    },
    bytes(count) {
      bytes += count
    },
    mail() {
      mails += 1
    },
    take() {
      const taken = { requests, bytes, mails }
      ;[requests, bytes, mails] = [0, 0, 0]
      return taken
    },
  }
}
