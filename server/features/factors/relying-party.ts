import type { Config } from '#server/config.ts'
import type { Variant } from '#shared/rules/variant.ts'
import { originOf } from '#server/http/variant.ts'

type Hosts = Pick<Config, 'publicUrl' | 'adultHost'>

/** The relying party of WebAuthn: the domain where passkeys are created and used. */
export type RelyingParty = { id: string; origins: string[] }

export function relyingPartyOf(variant: Variant, hosts: Hosts): RelyingParty {
  const [normal, adult] = [originOf('normal', hosts), originOf('adult', hosts)]
  const [normalHost, adultHost] = [new URL(normal).hostname, new URL(adult).hostname]
  // Browsers do not let a subdomain use a relying party id of a single label, such as localhost.
  const isOnePlace = normalHost.includes('.') && adultHost.endsWith(`.${normalHost}`)
  if (isOnePlace) return { id: normalHost, origins: [normal, adult] }
  return variant === 'adult' ? { id: adultHost, origins: [adult] } : { id: normalHost, origins: [normal] }
}
