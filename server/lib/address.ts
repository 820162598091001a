import { BlockList, isIP } from 'node:net'

export function createProxyTrust(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  if (ranges.length === 0) return () => false
  return (address) => {
    const kind = isIP(address)
    return kind !== 0 && list.check(address, kind === 6 ? 'ipv6' : 'ipv4')
  }
}

/** An IPv4 address may be mapped into IPv6, as in `::ffff:192.0.2.1`. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1')
}

/** Returns the last address of the forwarding chain that is not a trusted proxy. */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  let client = unmapped(peer)
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => unmapped(hop.trim()))
    .filter(Boolean)
  while (isTrusted(client) && hops.length > 0) {
    const hop = hops.pop()!
    if (isIP(hop) === 0) break
    client = hop
  }
  return client
}

/** A household owns at least a /64, often a /56 or /48, so larger networks have a multiple (`factor`) of the limit. */
const IPV6_NETWORKS = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
]

export function networksOf(address: string): { network: string; factor: number }[] {
  if (!address.includes(':')) return [{ network: address, factor: 1 }]
  const groups = groupsOf(address)
  return IPV6_NETWORKS.map(({ bits, factor }) => ({ network: ipv6Network(groups, bits), factor }))
}

/** Returns the largest network that surely has one owner: the IPv4 address itself or an IPv6 /48. */
export function widestNetworkOf(address: string): string {
  return address.includes(':') ? ipv6Network(groupsOf(address), 48) : address
}

/** Members may see this part of their own login sessions' addresses: an IPv4 /24 or an IPv6 /48. */
export function networkPartOf(address: string): string | null {
  const family = isIP(address)
  if (family === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return family === 6
    ? `${groupsOf(address)
        .slice(0, 3)
        .map((group) => group.toString(16))
        .join(':')}::/48`
    : null
}

/** Returns the first four of the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16))
}

function ipv6Network(groups: number[], bits: number): string {
  const masked = groups.map((group, at) => group & (0xffff << Math.max(0, 16 * (at + 1) - bits)))
  return `${masked.map((group) => group.toString(16)).join(':')}::/${bits}`
}

export function isLoopback(address: string): boolean {
  const plain = unmapped(address)
  return plain === '::1' || plain.startsWith('127.')
}

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

export function isForwarded(headers: Headers): boolean {
  return PROXY_HEADERS.some((name) => headers.has(name))
}
