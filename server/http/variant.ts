import type { Variant } from '#server/context.ts'

/** A Host header without its port, in lower case. */
export function hostname(host: string | null | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

/** The adult variant is reached by its hostname alone; every other host is the normal one. */
export function variantOf(host: string | null | undefined, adultHost: string): Variant {
  return hostname(host) === hostname(adultHost) ? 'adult' : 'normal'
}

/** The origin of the other variant: its host, with scheme and port kept. */
export function originOf(variant: Variant, config: { publicUrl: string, adultHost: string }): string {
  const url = new URL(config.publicUrl)
  if (variant === 'normal') return url.origin
  const [host = '', port] = config.adultHost.split(':')
  url.hostname = host
  if (port !== undefined) url.port = port
  return url.origin
}
