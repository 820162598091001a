import { decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose'

/** Fake endpoints of GitHub, Facebook and Apple according to their public documentation, each with one user. */
export async function startStandIns() {
  const apple = await generateKeyPair('RS256')
  const operator = await generateKeyPair('ES256', { extractable: true })
  const seen = { nonce: '', appleSecret: {} as Record<string, unknown>, proof: '', verifiers: 0 }
  const github = { email: 'octo@example.org', verified: true }
  let origin = ''

  async function appleToken(form: URLSearchParams): Promise<Response> {
    const secret = form.get('client_secret')!
    const { payload } = await jwtVerify(secret, operator.publicKey, { audience: `${origin}/apple` })
    seen.appleSecret = { ...payload, ...decodeProtectedHeader(secret) }
    const id_token = await new SignJWT({ email: 'jablko@example.org', email_verified: 'true', nonce: seen.nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'apple' })
      .setIssuer(`${origin}/apple`)
      .setAudience('org.example.web')
      .setSubject('apple-1')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(apple.privateKey)
    return Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const isBearer = request.headers.get('authorization') === 'Bearer token-of-a-test'
    if (pathname.endsWith('/authorize')) {
      seen.nonce = searchParams.get('nonce') ?? ''
      const back = new URL(searchParams.get('redirect_uri')!)
      back.search = new URLSearchParams({ code: 'code', state: searchParams.get('state')! }).toString()
      return Response.redirect(back.href, 302)
    }
    if (pathname.endsWith('/token')) {
      const form = new URLSearchParams(await request.text())
      if (form.has('code_verifier')) seen.verifiers += 1
      if (pathname.startsWith('/apple')) return appleToken(form)
      return Response.json({ access_token: 'token-of-a-test', token_type: 'bearer' })
    }
    if (pathname === '/apple/.well-known/openid-configuration')
      return Response.json({
        issuer: `${origin}/apple`,
        authorization_endpoint: `${origin}/apple/authorize`,
        token_endpoint: `${origin}/apple/token`,
        jwks_uri: `${origin}/apple/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (pathname === '/apple/keys')
      return Response.json({ keys: [{ ...(await exportJWK(apple.publicKey)), alg: 'RS256', kid: 'apple' }] })
    if (!isBearer) return new Response(null, { status: 401 })
    if (pathname === '/github/user') return Response.json({ id: 583_231, login: 'octo-cat', email: null })
    if (pathname === '/github/user/emails')
      return Response.json([
        { email: 'other@example.org', primary: false, verified: true, visibility: null },
        { ...github, primary: true, visibility: 'private' },
      ])
    seen.proof = searchParams.get('appsecret_proof') ?? ''
    return Response.json({ id: '10211', name: 'Fela Buk', email: 'fela@example.org' })
  }

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  origin = `http://127.0.0.1:${server.port}`
  const oauth = (name: string) => ({
    issuer: `${origin}/${name}`,
    authorization_endpoint: `${origin}/${name}/authorize`,
    token_endpoint: `${origin}/${name}/token`,
    api: `${origin}/${name}`,
  })
  return {
    endpoints: { apple: { issuer: `${origin}/apple` }, github: oauth('github'), facebook: oauth('facebook') },
    appleKey: await exportPKCS8(operator.privateKey),
    seen,
    github,
    close: () => server.stop(true),
  }
}
