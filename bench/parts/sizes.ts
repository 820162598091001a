import { brotliDecompressSync } from 'node:zlib'
import { Connection, requestBytes } from '../load/connection.ts'
import { figure } from '../rows.ts'
import type { Bench } from './bench.ts'

async function get(bench: Bench, path: string): Promise<{ sent: number; body: Buffer }> {
  const connection = new Connection(bench.server.port)
  const { status, body } = await connection.ask(requestBytes(path, { headers: { 'accept-encoding': 'br' } }), {
    keepBody: true,
  })
  connection.close()
  if (status !== 200) throw new Error(`${path} answers ${status}`)
  try {
    return { sent: body!.length, body: brotliDecompressSync(body!) }
  } catch {
    return { sent: body!.length, body: body! }
  }
}

const kB = (bytes: number) => `${figure(bytes / 1_000)} kB`

/** The HTML preloads all imports of the first view, so it names all files that count. */
export async function measureSizes(bench: Bench): Promise<void> {
  await get(bench, '/')
  const { sent, body } = await get(bench, '/')
  const html = body.toString()
  const named = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map((match) => match[1]!))]
  const scripts = named(/["'](\/assets\/[^"']+\.js)["']/g)
  const styles = named(/["'](\/assets\/[^"']+\.css)["']/g)
  const sum = async (paths: string[]) => {
    let bytes = 0
    for (const path of paths) bytes += (await get(bench, path)).sent
    return bytes
  }
  const [js, css] = [await sum(scripts), await sum(styles)]
  const foreign = named(/(?:src|href)="(https?:\/\/[^"]+)"/g).filter(
    (url) => !/^https?:\/\/([\w.]+\.)?localhost(:|\/|$)/.test(url),
  )
  const rows: [string, string, number, number | null][] = [
    ['html', 'HTML (brotli)', sent, 20_000],
    ['js', 'JavaScript (brotli)', js, 130_000],
    ['css', 'CSS (brotli)', css, 15_000],
  ]
  for (const [id, what, bytes, bar] of rows) {
    await bench.note({
      id: `size-${id}`,
      area: 'size',
      what,
      measured: kB(bytes),
      bar: `at most ${kB(bar!)}`,
      reached: bytes <= bar!,
      details: {
        raw: id === 'html' ? kB(body.length) : '',
        files: id === 'js' ? String(scripts.length) : id === 'css' ? String(styles.length) : '1',
      },
    })
  }
  await bench.note({
    id: 'size-hosts',
    area: 'size',
    what: 'addresses on other hosts that the page loads from',
    measured: String(foreign.length),
    bar: '0',
    reached: foreign.length === 0,
    details: { raw: '', files: '' },
  })
}
