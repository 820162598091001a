import * as client from 'openid-client'
import type { Api } from '#shared/api/index.ts'
import { SCOPES } from '#shared/api/scopes.ts'
import { createUser } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/app.ts'

export const REDIRECT = 'https://app.example/callback'

/** Passes a client library's requests to the app directly, without a network. */
export const fetchOf =
  (t: TestApp) =>
  (url: string, init: object = {}): Promise<Response> =>
    Promise.resolve(t.request(url, init as RequestInit))

export async function register(
  t: TestApp,
  values: Partial<Parameters<Api['applications']['create']>[0]> = {},
): Promise<Registered & { owner: { id: number } }> {
  const owner = await createUser(t.db)
  const api = await t.as(owner)
  const made = await api.applications.create({
    name: 'Czytnik',
    url: 'https://app.example',
    redirect_uris: [REDIRECT],
    kind: 'confidential',
    scopes: [...SCOPES],
    ...values,
  })
  return { ...made, owner }
}

type Registered = { client_id: string; client_secret: string | null }

/** Makes `openid-client` check what OpenID Connect requires. */
export async function discover(
  t: TestApp,
  { client_id, client_secret }: Registered,
  authentication: client.ClientAuth = client_secret === null ? client.None() : client.ClientSecretBasic(client_secret),
): Promise<client.Configuration> {
  const config = await client.discovery(new URL(t.config.publicUrl), client_id, {}, authentication, {
    [client.customFetch]: fetchOf(t),
    execute: [client.allowInsecureRequests],
  })
  config[client.customFetch] = fetchOf(t)
  return config
}

export async function browserOf(t: TestApp, member: { id: number } | null) {
  const cookie = member === null ? 'language=en' : `language=en; session=${await t.bearerOf(member)}`
  return {
    cookie,
    open: (url: string | URL): Promise<Response> => Promise.resolve(t.request(String(url), { headers: { cookie } })),
  }
}

type Browser = Awaited<ReturnType<typeof browserOf>>

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

export async function decide(
  t: TestApp,
  { cookie }: Browser,
  page: Response,
  decision: 'allow' | 'deny',
): Promise<Response> {
  const html = await page.text()
  const form = html.split('<form').find((part) => part.includes(`name="decision" value="${decision}"`)) ?? ''
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]): [string, string] => [name!, unescaped(value!)],
  )
  const action = /action="([^"]+)"/.exec(form)?.[1]
  if (!action) throw new Error(`No such button: ${html.slice(0, 500)}`)
  return t.request(action, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields).toString(),
  })
}

type AskOptions = Record<string, string>

export async function newRequest(config: client.Configuration, options: AskOptions = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const { scope = 'openid profile' } = options
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: client.randomState(),
    ...(scope.split(' ').includes('openid') && { expectedNonce: client.randomNonce(), idTokenExpected: true }),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    ...(checks.expectedNonce !== undefined && { nonce: checks.expectedNonce }),
    ...options,
  })
  return { url, checks }
}

/** Signs a member in to an application through all pages, and grants the scopes that it requests. */
export async function signInWith(t: TestApp, config: client.Configuration, browser: Browser, options: AskOptions = {}) {
  const { url, checks } = await newRequest(config, options)
  const page = await browser.open(url)
  const back = page.status === 303 ? page : await decide(t, browser, page, 'allow')
  const callback = new URL(back.headers.get('location')!)
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  return { tokens, callback, checks }
}

export async function signIn(
  t: TestApp,
  config: client.Configuration,
  member: { id: number },
  options: AskOptions = {},
) {
  const { url, checks } = await newRequest(config, options)
  const { redirect_to } = await (await t.as(member)).oauth.decide({ request: url.search.slice(1), decision: 'allow' })
  const callback = new URL(redirect_to)
  return { tokens: await client.authorizationCodeGrant(config, callback, checks), callback, checks }
}
