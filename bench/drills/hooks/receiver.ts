import { appendFileSync } from 'node:fs'

/* Receives webhooks in a process that the drill kills: `bun receiver.ts PORT FILE`. */

const [port, file] = process.argv.slice(2) as [string, string]

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  async fetch(request) {
    const body = (await request.json()) as object
    const line = { id: request.headers.get('webhook-id'), at: Date.now(), body }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    return new Response(null, { status: 204 })
  },
})
process.stdout.write('ready\n')
