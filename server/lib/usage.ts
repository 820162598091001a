/** Counts the responses, bytes and mails that this process has sent since `take` last read the counts. */
export type Usage = {
  answer: (method: string, response: Response) => void
  /** Adds bytes of a response without a Content-Length, such as an event stream, which `answer` cannot count. */
  bytes: (count: number) => void
  mail: () => void
  take: () => { requests: number; bytes: number; mails: number }
}

/** Approximate size of the status line and headers of a response, most of it the content security policy. */
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
