import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown if a request to a URL chosen by a member was refused before it was sent. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

const RESOLVE_MS = 5_000

type AnswerLimits = {
  timeoutMs: number
  /** Maximum number of bytes of the response body to read. */
  maxAnswerBytes: number
  /** Allows loopback, private networks and plain http: for tests, and for hosts that the operator has listed. */
  allowPrivate: boolean
  resolve?: Resolve
}

type OutgoingOptions = AnswerLimits & {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

type Resolve = (host: string) => Promise<string[]>

export type OutgoingAnswer = { status: number; headers: Headers; text: string }

/** IPv6 addresses that contain an IPv4 address in an obsolete notation, like `::127.0.0.1` (RFC 4291, 2.5.5.1). */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

/** Returns whether an IP address is invalid or anything but public unicast. */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.process(address)
  return parsed.range() !== 'unicast' || (parsed.kind() === 'ipv6' && parsed.match(IPV4_COMPATIBLE))
}

/** A host with any private IP address is refused. @throws RefusedAddress */
export async function resolvePublic(url: URL, allowPrivate: boolean, resolve: Resolve = resolveHost): Promise<string> {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new RefusedAddress('The address is not https')
  if (url.username || url.password) throw new RefusedAddress('The address holds a password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host)
  const [first] = addresses
  if (first === undefined) throw new RefusedAddress('The host has no address')
  if (!allowPrivate && addresses.some(isPrivateAddress)) throw new RefusedAddress('The address is private')
  return first
}

async function resolveHost(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).catch(() => [])
  const late = Bun.sleep(RESOLVE_MS).then(() => [])
  return (await Promise.race([found, late])).map(({ address }) => address)
}

/** Connects to the checked IP address, so that a later DNS response cannot lead elsewhere. */
async function request(
  target: string,
  init: RequestInit,
  { timeoutMs, allowPrivate, resolve }: AnswerLimits,
): Promise<Response> {
  const url = new URL(target)
  const signal = AbortSignal.timeout(timeoutMs)
  const address = await Promise.race([resolvePublic(url, allowPrivate, resolve), aborted(signal)])
  const pinned = new URL(url)
  pinned.hostname = isIP(address) === 6 ? `[${address}]` : address
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return fetch(pinned, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), Host: url.host },
    redirect: 'manual',
    // Host names that resolve to the same IP address would share a connection that is kept alive.
    keepalive: false,
    signal,
    ...(url.protocol === 'https:' && !isIP(name) && { tls: { serverName: name } }),
  })
}

/** @throws RefusedAddress, and an Error if the host does not respond in time */
export async function sendOutgoing(
  target: string,
  { method, headers, body, ...limits }: OutgoingOptions,
): Promise<OutgoingAnswer> {
  const response = await request(target, { method, headers, ...(body !== undefined && { body }) }, limits)
  const { bytes } = await readUpTo(response, limits.maxAnswerBytes)
  return { status: response.status, headers: response.headers, text: new TextDecoder().decode(bytes) }
}

/** @throws RefusedAddress, and an Error if the host does not respond in time */
export async function fetchOutgoing(
  target: string,
  limits: AnswerLimits,
): Promise<{ status: number; body: Uint8Array; isWhole: boolean }> {
  const response = await request(target, { method: 'GET' }, limits)
  const { bytes, isWhole } = await readUpTo(response, limits.maxAnswerBytes)
  return { status: response.status, body: bytes, isWhole }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

async function readUpTo({ body }: Response, maxBytes: number): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Breaking out of the loop cancels the rest of the download.
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, maxBytes - length))
    length += chunk.length
    if (length >= maxBytes) break
  }
  return { bytes: Buffer.concat(chunks), isWhole: length < maxBytes }
}
