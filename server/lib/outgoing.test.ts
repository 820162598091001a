import { afterAll, describe, expect, test } from 'bun:test'
import { isPrivateAddress, RefusedAddress, resolvePublic, sendOutgoing } from './outgoing.ts'

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/redirect') return Response.redirect('/landed', 302)
    if (pathname === '/long') return new Response('x'.repeat(200_000))
    if (pathname === '/slow') await Bun.sleep(10_000)
    return new Response(`${request.headers.get('host')} ${await request.text()}`)
  },
})
afterAll(() => server.stop(true))

const send = (path: string, over: Partial<Parameters<typeof sendOutgoing>[1]> = {}) =>
  sendOutgoing(`http://localhost:${server.port}${path}`, {
    method: 'POST',
    headers: {},
    body: 'hello',
    timeoutMs: 5_000,
    maxAnswerBytes: 65_536,
    allowPrivate: true,
    ...over,
  })

describe('requests to URLs chosen by members', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
    '::a00:1',
    'nonsense',
  ])('the IP address %s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])('the IP %s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })

  test.each([
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://1.1.1.1/',
    'https://user:password@1.1.1.1/',
    'https://nowhere.invalid/',
  ])('the URL %s is refused', async (address) => {
    await expect(resolvePublic(new URL(address), false)).rejects.toBeInstanceOf(RefusedAddress)
  })

  test('a public IP address in a URL is connected to without resolving it', async () => {
    expect(await resolvePublic(new URL('https://1.1.1.1/'), false)).toBe('1.1.1.1')
  })

  test('a request sends the host name of its URL, not the resolved IP address', async () => {
    expect((await send('/')).text).toBe(`localhost:${server.port} hello`)
  })

  test('a request to a private IP address is not sent', async () => {
    await expect(send('/', { allowPrivate: false })).rejects.toBeInstanceOf(RefusedAddress)
  })

  test('a host name with a private IP address beside a public one is refused', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.1']
    await expect(resolvePublic(new URL('https://both.example/'), false, resolve)).rejects.toThrow('private')
  })

  test('a host name is resolved once, and the connection uses the checked IP address', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolve = async () => answers.shift()!
    const url = `http://changes.example:${server.port}/`
    const options = { method: 'POST', headers: {}, body: 'hello', timeoutMs: 5_000, maxAnswerBytes: 100 } as const
    const { text } = await sendOutgoing(url, { ...options, allowPrivate: true, resolve })
    expect(text).toBe(`changes.example:${server.port} hello`)
    expect(answers).toEqual([['10.0.0.1']])
    await expect(
      sendOutgoing(url.replace('http', 'https'), { ...options, allowPrivate: false, resolve }),
    ).rejects.toThrow('private')
  })

  test('a redirect is returned and not followed', async () => {
    expect(await send('/redirect')).toMatchObject({ status: 302, text: '' })
  })

  test('no more of a response is read than the maximum', async () => {
    expect((await send('/long')).text).toHaveLength(65_536)
  })

  test('a request to a host that does not respond in time fails', async () => {
    await expect(send('/slow', { timeoutMs: 100 })).rejects.toThrow()
  })
})
