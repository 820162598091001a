import { createServer } from 'node:net'

/** First port and number of ports to choose from, all below the range that outgoing connections use. */
const [FIRST, COUNT] = [20_000, 12_000]
const given = new Set<number>()

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}
