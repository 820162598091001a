import type { Assertion, Attestation } from '#shared/api/factors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { RelyingParty } from './relying-party.ts'

const load = () => import('@simplewebauthn/server')

/** COSE ids of Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

type Known = { credential_id: string; transports: string[] }

export async function creationOptions({
  party,
  siteName,
  username,
  userHandle,
  challenge,
  known,
}: {
  party: RelyingParty
  siteName: string
  username: string
  userHandle: string
  challenge: string
  known: Known[]
}) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: party.id,
    userName: username,
    userDisplayName: username,
    userID: bytesOf(userHandle),
    challenge: bytesOf(challenge),
    timeout: LIFETIME.passkeyChallenge,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as [],
    })),
  })
}

export async function requestOptions(party: RelyingParty, challenge: string) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: LIFETIME.passkeyChallenge,
    userVerification: 'required',
    allowCredentials: [],
  })
}

/** Returns the challenge that the browser claims to have signed; null if this forum never makes such challenges. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}

type Expected = { party: RelyingParty; challenge: string }

/** Returns null if any check of the new passkey fails. */
export async function verifyAttestation(response: Attestation, { party, challenge }: Expected) {
  const { verifyRegistrationResponse } = await load()
  const result = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
}

type Stored = { credential_id: string; public_key: string; counter: number }

/** Returns the new signature counter; null if any check fails, or if the counter did not increase. */
export async function verifyAssertion(
  response: Assertion,
  stored: Stored,
  { party, challenge }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load()
  const result = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { ...response.response, userHandle: response.response.userHandle ?? undefined },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: stored.credential_id, publicKey: bytesOf(stored.public_key), counter: stored.counter },
  }).catch(() => null)
  return result?.verified ? result.authenticationInfo.newCounter : null
}
