import type { Configuration } from 'openid-client'
import * as v from 'valibot'
import { email as emailRules } from '#shared/api/fields.ts'
import type { SignInService } from '#shared/rules/sign-in-services.ts'
import type { Services } from '#server/context.ts'
import { configurationOf, loadClient } from './client.ts'
import { endpoints } from './endpoints.ts'

/** Only `issuer` and `subject` together identify the person. */
export type Identity = {
  service: SignInService
  issuer: string
  subject: string
  /** `email_verified` is true only if the service confirms that the address belongs to the person. */
  email: string | null
  email_verified: boolean
  /** Suggestions for a user name, best first. */
  names: string[]
  /** Null for services without groups. */
  groups: string[] | null
}

type Returned = { url: URL; state: string; nonce: string; verifier: string }

type Claims = Record<string, unknown>

export async function identityOf(service: SignInService, services: Services, returned: Returned): Promise<Identity> {
  const configuration = await configurationOf(service, services)
  if (service === 'github') return github(configuration, returned)
  if (service === 'facebook') return facebook(configuration, services, returned)
  return openIdConnect(service, { configuration, services, returned })
}

type Asked = { configuration: Configuration; services: Services; returned: Returned }

async function openIdConnect(
  service: SignInService,
  { configuration, services: { settings }, returned: { url, state, nonce, verifier } }: Asked,
): Promise<Identity> {
  const { authorizationCodeGrant, fetchUserInfo } = await loadClient()
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims: Claims & { iss: string; sub: string } = tokens.claims()!
  const groupsClaim = service === 'oidc' ? settings.value('oidc_groups_claim') : null
  const wantsGroups = groupsClaim !== null && Object.keys(settings.value('oidc_groups')).length > 0
  const isWhole = claims.email !== undefined && (!wantsGroups || claims[groupsClaim] !== undefined)
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
  const more: Claims = isWhole || !hasMore ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
  // `email_verified` is about the e-mail address in the same response, so both are read from one response.
  const addressed = claims.email === undefined ? more : claims
  return {
    service,
    issuer: claims.iss,
    subject: claims.sub,
    ...addressOf(addressed.email, isTrue(addressed.email_verified, service)),
    names: ['preferred_username', 'nickname', 'name', 'email'].map((name) => textOf(claims[name] ?? more[name])),
    groups: groupsClaim === null ? null : namesOf(claims[groupsClaim] ?? more[groupsClaim]),
  }
}

/** Apple sends the string 'true' instead of a boolean. */
const isTrue = (value: unknown, service: SignInService) => value === true || (service === 'apple' && value === 'true')

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '')

const namesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((name): name is string => typeof name === 'string')

function addressOf(value: unknown, isVerified: boolean): Pick<Identity, 'email' | 'email_verified'> {
  const { success, output } = v.safeParse(emailRules, value)
  return success ? { email: output, email_verified: isVerified } : { email: null, email_verified: false }
}

/** Exchanges the code at services with OAuth 2 but without OpenID Connect. */
async function accessToken(configuration: Configuration, { url, state, verifier }: Returned): Promise<string> {
  const { authorizationCodeGrant } = await loadClient()
  const { access_token } = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    pkceCodeVerifier: verifier,
  })
  return access_token
}

async function getJson(configuration: Configuration, token: string, address: string): Promise<unknown> {
  const { fetchProtectedResource } = await loadClient()
  const headers = new Headers({ accept: 'application/json' })
  const answer = await fetchProtectedResource(configuration, token, new URL(address), 'GET', undefined, headers)
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`)
  return answer.json()
}

const GithubUser = v.object({ id: v.number(), login: v.string() })
const GithubEmails = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }))

async function github(configuration: Configuration, returned: Returned): Promise<Identity> {
  const { api, issuer } = endpoints.github
  const token = await accessToken(configuration, returned)
  const { id, login } = v.parse(GithubUser, await getJson(configuration, token, `${api}/user`))
  const emails = v.parse(GithubEmails, await getJson(configuration, token, `${api}/user/emails`))
  const primary = emails.find((each) => each.primary)
  return {
    service: 'github',
    issuer,
    subject: String(id),
    ...addressOf(primary?.email, primary?.verified === true),
    names: [login],
    groups: null,
  }
}

const FacebookUser = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  name: v.optional(v.string(), ''),
  email: v.optional(v.string()),
})

/** Facebook does not state whether the e-mail address is verified, so it counts as unverified. */
async function facebook(configuration: Configuration, { settings }: Services, returned: Returned): Promise<Identity> {
  const { api, issuer } = endpoints.facebook
  const token = await accessToken(configuration, returned)
  const proof = new Bun.CryptoHasher('sha256', settings.value('facebook_client_secret') ?? '')
    .update(token)
    .digest('hex')
  const address = `${api}/me?fields=id,name,email&appsecret_proof=${proof}`
  const { id, name, email } = v.parse(FacebookUser, await getJson(configuration, token, address))
  return { service: 'facebook', issuer, subject: id, ...addressOf(email, false), names: [name], groups: null }
}
