import { connect, type Socket } from 'node:net'

/**
 * Client of Marionette, the protocol by which programs control Firefox. It is used to open pages and run scripts; keys
 * are pressed by xdotool instead.
 */
type Marionette = {
  go: (url: string) => Promise<void>
  run: <T>(script: string) => Promise<T>
  addCookie: (cookie: { name: string; value: string }) => Promise<void>
  /** Clears cookies and storage of the open site. */
  clear: () => Promise<void>
  close: () => void
}

async function open(port: number): Promise<Socket> {
  for (let left = 120; ; left -= 1) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject)
      })
    } catch (error) {
      if (left === 0) throw error
      await Bun.sleep(500)
    }
  }
}

/** Each message of the protocol is `length:[kind,id,error,result]`. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = await open(port)
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let received = Buffer.alloc(0)
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.toString('latin1', 0, Math.max(0, colon)))
      if (colon < 0 || received.length < end) return
      const message: unknown = JSON.parse(received.toString('utf8', colon + 1, end))
      received = received.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
      if (error) waiting.get(id)?.reject(new Error(error.message))
      else waiting.get(id)?.resolve(result)
      waiting.delete(id)
    }
  })
  let last = 0
  function send<T>(name: string, parameters: object = {}): Promise<T> {
    const id = (last += 1)
    const text = JSON.stringify([0, id, name, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
    })
  }
  await send('WebDriver:NewSession', { capabilities: {} })
  return {
    go: async (url) => void (await send('WebDriver:Navigate', { url })),
    run: async (script) => (await send<{ value: never }>('WebDriver:ExecuteScript', { script, args: [] })).value,
    addCookie: async (cookie) => void (await send('WebDriver:AddCookie', { cookie: { path: '/', ...cookie } })),
    async clear() {
      await send('WebDriver:DeleteAllCookies')
      await send('WebDriver:ExecuteScript', { script: 'localStorage.clear(); sessionStorage.clear()', args: [] })
    },
    close: () => socket.destroy(),
  }
}
