import type { TestApp } from '#server/test/app.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- Tests look into answers of every shape.
type Answer = { status: number; body: Record<string, any> }

type Jar = Map<string, string>

function keep(jar: Jar, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1)]
    const isOver = value === '' || attributes.some((each) => /^\s*(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(each))
    if (isOver) jar.delete(name)
    else jar.set(name, value)
  }
}

const cookieOf = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Imitates a browser without JavaScript, with cookies of the site and of a provider. */
export function createBrowser(t: TestApp) {
  const own: Jar = new Map([['language', 'pl']])
  const foreign: Jar = new Map()
  const origin = t.config.publicUrl

  async function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: cookieOf(own), ...(init.headers as Record<string, string>) }
    const answer = await t.request(new URL(path, origin).href, { ...init, headers, redirect: 'manual' })
    keep(own, answer.headers)
    return answer
  }

  /** Returns the URL that leads back to the site, without opening it. */
  async function visit(address: string): Promise<URL> {
    let url = new URL(address)
    for (let steps = 0; url.origin !== origin; steps += 1) {
      if (steps > 10) throw new Error('The provider redirects for ever')
      const answer = await fetch(url, { headers: { cookie: cookieOf(foreign) }, redirect: 'manual' })
      keep(foreign, answer.headers)
      const next = answer.headers.get('location')
      if (next === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
      url = new URL(next, url)
    }
    return url
  }

  const withSession = (): Record<string, string> => {
    const token = own.get('session')
    return token === undefined ? {} : { authorization: `Bearer ${token}` }
  }

  return {
    cookies: own,
    open,
    visit,
    forgetProvider: () => foreign.clear(),
    /** Returns the path that the site redirects to. */
    async signIn(service = 'oidc', next = '/'): Promise<string> {
      const left = await open(`/sign-in/${service}?next=${encodeURIComponent(next)}`)
      const place = left.headers.get('location')!
      if (!URL.canParse(place)) return place
      const back = await visit(place)
      return (await open(back.pathname + back.search)).headers.get('location')!
    },
    async call(method: string, path: string, body?: unknown): Promise<Answer> {
      const answer = await open(path, {
        method,
        headers: { ...withSession(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Answer['body'] }
    },
    async me(): Promise<string | null> {
      const { body } = await this.call('GET', '/api/users/me')
      return typeof body.username === 'string' ? body.username : null
    },
  }
}
