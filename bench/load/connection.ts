import type { Socket } from 'bun'

/** Status 0 means that the connection broke before the response was complete. */
export type Answer = { status: number; bytes: number; body: Buffer | null }

const HEAD_END = Buffer.from('\r\n\r\n')

/** A connection for one request at a time that parses only the end of a response, so that it uses little CPU. */
export class Connection {
  #socket: Socket | null = null
  #opening: Promise<void> | null = null
  #resolve: ((answer: Answer) => void) | null = null
  #head: Buffer | null = null
  #status = 0
  #bytes = 0
  /** Bytes not yet received of the body or, in a chunked response, of the current chunk and its line end. */
  #left = 0
  #isChunked = false
  #isInHead = true
  #closes = false
  #sizeLine = ''
  #isLastChunk = false
  #rest: Uint8Array | null = null
  #keepBody = false
  #body: Buffer[] = []
  #isCut = false

  constructor(
    readonly port: number,
    readonly host = '127.0.0.1',
  ) {}

  async #open(): Promise<void> {
    this.#socket = await Bun.connect({
      hostname: this.host,
      port: this.port,
      socket: {
        data: (_, chunk) => this.#read(chunk),
        close: (socket) => this.#broken(socket),
        error: (socket) => this.#broken(socket),
        end: (socket) => this.#broken(socket),
        drain: () => this.#flush(),
      },
    })
  }

  async ask(request: Uint8Array, { keepBody = false } = {}): Promise<Answer> {
    if (!this.#socket) {
      try {
        await (this.#opening ??= this.#open())
      } catch {
        return { status: 0, bytes: 0, body: null }
      } finally {
        this.#opening = null
      }
    }
    if (this.#isCut) return { status: 0, bytes: 0, body: null }
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#head = null
      this.#isInHead = true
      this.#bytes = 0
      this.#keepBody = keepBody
      this.#body = []
      this.#rest = request
      this.#flush()
    })
  }

  cut(): void {
    this.#isCut = true
    const socket = this.#socket
    this.#socket = null
    socket?.terminate()
    this.#settle(0)
  }

  close(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.end()
  }

  #flush(): void {
    if (!this.#rest || !this.#socket) return
    const written = this.#socket.write(this.#rest)
    if (written < 0) {
      this.#broken(this.#socket)
      return
    }
    this.#rest = written < this.#rest.byteLength ? this.#rest.subarray(written) : null
  }

  #broken(socket: Socket): void {
    if (this.#socket !== null && this.#socket !== socket) return
    this.#socket = null
    this.#settle(0)
  }

  #settle(status: number): void {
    const resolve = this.#resolve
    this.#resolve = null
    if (this.#closes && this.#socket) this.close()
    resolve?.({ status, bytes: this.#bytes, body: this.#keepBody ? Buffer.concat(this.#body) : null })
  }

  #read(chunk: Buffer): void {
    if (!this.#resolve) return
    if (!this.#isInHead) {
      this.#readBody(chunk)
      return
    }
    const data = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const end = data.indexOf(HEAD_END)
    if (end < 0) {
      this.#head = Buffer.from(data)
      return
    }
    const head = data.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    const length = /\ncontent-length: *(\d+)/i.exec(head)
    this.#isChunked = length === null && /\ntransfer-encoding: *chunked/i.test(head)
    this.#left = length ? Number(length[1]) : 0
    this.#closes = /\nconnection: *close/i.test(head)
    this.#isInHead = false
    this.#sizeLine = ''
    this.#isLastChunk = false
    if (this.#left === 0 && !this.#isChunked) this.#settle(this.#status)
    else if (data.length > end + 4) this.#readBody(data.subarray(end + 4))
  }

  #readBody(chunk: Buffer): void {
    if (!this.#isChunked) {
      this.#take(chunk)
      this.#left -= chunk.length
      if (this.#left <= 0) this.#settle(this.#status)
      return
    }
    let at = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const take = Math.min(this.#left, chunk.length - at)
        this.#take(chunk.subarray(at, at + take))
        this.#left -= take
        at += take
        if (this.#left === 0 && this.#isLastChunk) {
          this.#settle(this.#status)
          return
        }
        continue
      }
      const end = chunk.indexOf(10, at)
      if (end < 0) {
        this.#sizeLine += chunk.toString('latin1', at)
        return
      }
      const size = Number.parseInt(this.#sizeLine + chunk.toString('latin1', at, end), 16)
      this.#sizeLine = ''
      at = end + 1
      this.#left = size + 2
      this.#isLastChunk = size === 0
    }
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#keepBody) this.#body.push(Buffer.from(piece))
  }
}

export type RequestInit = { method?: string; headers?: Record<string, string>; json?: unknown; body?: Uint8Array }

export function requestBytes(path: string, { method = 'GET', headers = {}, json, body }: RequestInit = {}): Uint8Array {
  const content = json === undefined ? body : Buffer.from(JSON.stringify(json))
  const all = {
    Host: 'localhost',
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(content && { 'Content-Length': String(content.byteLength) }),
    ...headers,
  }
  const head = Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  return content ? Buffer.concat([head, content]) : head
}
