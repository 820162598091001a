import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Starts a TCP proxy to a host. After `cut` packets are dropped silently; after `stop` connections are refused. */
export async function startNetwork(url: string) {
  const { port } = new URL(url)
  const sockets: Socket[] = []
  let isCut = false
  const server = createServer((client) => {
    const host = connect(Number(port), '127.0.0.1')
    sockets.push(client, host)
    client.on('data', (part) => {
      if (!isCut) host.write(part)
    })
    host.on('data', (part) => {
      if (!isCut) client.write(part)
    })
    for (const [from, to] of [
      [client, host],
      [host, client],
    ] as const)
      from.on('error', () => {}).on('close', () => to.destroy())
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
