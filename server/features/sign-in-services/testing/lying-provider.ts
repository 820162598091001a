import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const ALG = 'RS256'

/** Issues false ID tokens: `claims` replaces claims of a valid token. */
export async function startLyingProvider(client: { id: string }) {
  const { privateKey, publicKey } = await generateKeyPair(ALG)
  const other = await generateKeyPair(ALG)
  const state = { claims: {} as Record<string, unknown>, isForged: false, nonce: '' }
  let issuer = ''
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/.well-known/openid-configuration')
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: [ALG],
        })
      if (pathname === '/jwks')
        return Response.json({ keys: [{ ...(await exportJWK(publicKey)), alg: ALG, kid: '1' }] })
      if (pathname === '/auth') {
        state.nonce = searchParams.get('nonce')!
        const back = new URL(searchParams.get('redirect_uri')!)
        back.search = new URLSearchParams({ code: 'code', state: searchParams.get('state')! }).toString()
        return Response.redirect(back.href, 302)
      }
      const now = Math.floor(Date.now() / 1_000)
      const id_token = await new SignJWT({
        iss: issuer,
        aud: client.id,
        sub: 'liar',
        iat: now,
        exp: now + 300,
        nonce: state.nonce,
        ...state.claims,
      })
        .setProtectedHeader({ alg: ALG, kid: '1' })
        .sign(state.isForged ? other.privateKey : privateKey)
      return Response.json({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token })
    },
  })
  issuer = `http://127.0.0.1:${server.port}`
  return { issuer, state, close: () => server.stop(true) }
}
