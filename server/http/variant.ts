import type { Variant } from '#shared/rules/variant.ts'

export function hostname(host: string | null | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

export function variantOf(host: string | null | undefined, adultHost: string): Variant {
  return hostname(host) === hostname(adultHost) ? 'adult' : 'normal'
}

/** The adult origin has the scheme and port of PUBLIC_URL unless ADULT_HOST has a port. */
export function originOf(variant: Variant, config: { publicUrl: string; adultHost: string }): string {
  const url = new URL(config.publicUrl)
  if (variant === 'normal') return url.origin
  const [host = '', port] = config.adultHost.split(':')
  url.hostname = host
  if (port !== undefined) url.port = port
  return url.origin
}
