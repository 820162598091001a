import { BlockList, isIP } from 'node:net'

/** Tells whether a peer is a proxy that is trusted to name the client it forwards for. */
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

/** An IPv4 address that is written as IPv6 becomes IPv4 again. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1')
}

/** The client: the peer itself, or behind trusted proxies the last address that is not one of them. */
export function clientAddress(peer: string, forwardedFor: string | null, isTrusted: (address: string) => boolean): string {
  let client = unmapped(peer)
  const hops = (forwardedFor ?? '').split(',').map((hop) => unmapped(hop.trim())).filter(Boolean)
  while (isTrusted(client) && hops.length > 0) {
    const hop = hops.pop()!
    if (isIP(hop) === 0) break
    client = hop
  }
  return client
}

/** By what an address is counted: IPv4 whole, IPv6 by its /64, for one household owns all of it. */
export function addressKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':') + '::/64'
}

/** Whether the peer is this machine itself. */
export function isLoopback(address: string): boolean {
  const plain = unmapped(address)
  return plain === '::1' || plain.startsWith('127.')
}
