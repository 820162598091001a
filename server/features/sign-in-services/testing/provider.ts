import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

type Person = { sub: string } & Record<string, unknown>

export const CLIENT = { id: 'watek-test', secret: 'a-secret-of-the-test-client-0123456789' }

/** Starts a certified OpenID Connect provider on loopback; the user set by `person` is always signed in. */
export async function startProvider(redirectUris: string[]) {
  let listener: RequestListener = (_, response) => response.end()
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  let signingIn = ''
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username', 'name', 'groups'] },
    cookies: { keys: ['keys of a test'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  listener = (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: signingIn } })
    else void callback(request, response)
  }
  return {
    issuer,
    person(one: Person): void {
      people.set(one.sub, one)
      signingIn = one.sub
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
