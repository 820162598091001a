import type { TestApp } from '../app.ts'
import { readPage, type HtmlButton, type HtmlForm, type HtmlLink } from './html-forms.ts'

const HOST = 'localhost:3000'
const MAX_REDIRECTS = 5

/** Booleans check or clear a checkbox; a text or list replaces all fields of that name. */
type Value = string | boolean | File | readonly (string | File)[]
type Filled = Record<string, Value>

type Answer = { status: number; path: string; location: string | null; html: string; alert: string | null }
export type HtmlPage = Answer & { forms: HtmlForm[]; links: HtmlLink[] }

type Send = (url: string, init: RequestInit) => Response | Promise<Response>

type Browser = ReturnType<typeof createBrowser>

/** A browser without JavaScript: it reads pages and submits their forms. */
export function createBrowser(send: Send, language = 'pl') {
  const cookies = new Map([['language', language]])
  // A page with a refused form is at the URL to which the form was sent.
  let here = '/'

  function keep(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (/Max-Age=0(;|$)/.test(cookie)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
  }

  async function request(path: string, init: RequestInit = {}): Promise<HtmlPage> {
    const answer = await send(path.split('#')[0]!, {
      ...init,
      headers: {
        host: HOST,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        referer: `http://${HOST}${here.split('#')[0]}`,
      },
    })
    keep(answer)
    here = path
    const html = await answer.text()
    // If noscript elements were nested, the end tag of the inner one would end the outer one.
    if (/<noscript>(?:(?!<\/noscript>).)*<noscript>/s.test(html)) throw new Error('A noscript stands in another one')
    const alert = /role="alert"[^>]*>.*?<div class="notice__text">(.*?)<\/div>/s.exec(html)?.[1] ?? null
    const location = answer.headers.get('location')
    return { status: answer.status, path, location, html, alert, ...(await readPage(html)) }
  }

  async function follow(first: HtmlPage): Promise<HtmlPage> {
    let page = first
    for (let hop = 0; page.location !== null && page.status >= 300 && page.status < 400; hop += 1) {
      if (hop === MAX_REDIRECTS) throw new Error(`${first.path} redirects without an end`)
      const next = new URL(page.location, `http://${HOST}${page.path}`)
      // A redirect to another site is not followed; its URL is in the `location` of the returned page.
      if (next.host !== HOST) return page
      page = await request(next.pathname + next.search)
    }
    return page
  }

  /** Returns the response, which may be a redirect; `filled` replaces fields. */
  function sendForm(form: HtmlForm, filled: Filled = {}, button = form.buttons[0]): Promise<HtmlPage> {
    const sent = entriesOf(form, filled, button)
    const action = button?.formAction ?? form.action
    if (form.method === 'get') {
      const url = new URL(action === '' ? here : action, `http://${HOST}${here}`)
      return request(`${url.pathname}?${new URLSearchParams(sent as [string, string][])}`)
    }
    const body = form.isMultipart ? new FormData() : new URLSearchParams()
    for (const [name, value] of sent) (body as FormData).append(name, value as string)
    return request(action, { method: 'POST', body })
  }

  return {
    cookies,
    open: async (path: string) => follow(await request(path)),
    send: sendForm,
    submit: async (...sent: Parameters<typeof sendForm>) => follow(await sendForm(...sent)),
    formIn,
  }
}

export async function browserOf(t: TestApp, user: { id: number } | null): Promise<Browser> {
  const browser = createBrowser((url, init) => t.request(url, init))
  if (user) browser.cookies.set('session', await t.bearerOf(user))
  return browser
}

export function formIn({ forms }: Pick<HtmlPage, 'forms'>, call: string, has: Record<string, string> = {}): HtmlForm {
  const isWanted = (form: HtmlForm) =>
    Object.entries(has).every(
      ([name, value]) =>
        form.fields.some(([known, text]) => known === name && text === value) ||
        new URLSearchParams(form.action.split('?')[1]).get(name) === value,
    )
  const found = forms.find((form) => form.call === call && isWanted(form))
  if (!found) throw new Error(`The page has no form for ${call}`)
  return found
}

type Entries = [string, string | File][]

function entriesOf(form: HtmlForm, filled: Filled, button: HtmlButton | undefined): Entries {
  const known = new Set([...form.controls, ...form.fields.map(([name]) => ({ name }))].map(({ name }) => name))
  const unknown = Object.keys(filled).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`The form ${form.action} has no field ${unknown.join(', ')}`)
  const boxOf = (name: string) => form.controls.find((one) => one.name === name && one.type === 'checkbox')?.value
  const kept = form.fields.filter(
    ([name, value]) => !(name in filled) || (typeof filled[name] === 'boolean' && value !== boxOf(name)),
  )
  const typed = Object.entries(filled).flatMap(([name, value]): Entries => {
    if (typeof value === 'boolean') return value ? [[name, boxOf(name)!]] : []
    return (Array.isArray(value) ? value : [value]).map((one: string | File) => [name, one])
  })
  const pressed: Entries = button && button.name !== '' ? [[button.name, button.value]] : []
  return [...kept, ...typed, ...pressed]
}
