import type { TestApp } from './app.ts'
import { formsOf, type HtmlForm } from './html-forms.ts'

const HOST = 'localhost:3000'

type Typed = Record<string, string | string[] | File | File[]>

type Answer = { status: number; location: string | null; html: string; alert: string | null }

/** A member who reads pages and sends their forms as a browser without scripts does. */
export async function formReader(t: TestApp, user: { id: number } | null) {
  const session = user ? [`session=${await t.bearerOf(user)}`] : []
  let flash: string[] = []
  // Of the page that is shown: a form that was refused stands at the address of its target.
  let here = '/'

  async function answerOf(response: Response): Promise<Answer> {
    const html = await response.text()
    // With scripts the inner one would end the outer one.
    if (/<noscript>(?:(?!<\/noscript>).)*<noscript>/s.test(html)) throw new Error('A noscript stands in another one')
    const said = response.headers.getSetCookie().find((cookie) => cookie.startsWith('flash='))
    flash = said && !said.startsWith('flash=;') ? [said.split(';')[0]!] : []
    const alert = /role="alert"[^>]*>.*?<div class="notice__text">(.*?)<\/div>/s.exec(html)?.[1] ?? null
    return { status: response.status, location: response.headers.get('location'), html, alert }
  }

  const cookie = () => [...session, ...flash].join('; ')

  async function open(path: string): Promise<Answer> {
    here = path
    return answerOf(await t.request(path.split('#')[0]!, { headers: { host: HOST, cookie: cookie() } }))
  }

  /** `typed` replaces the fields of that name; a field that the form lacks is an error. */
  async function send(form: HtmlForm, typed: Typed = {}, button = form.buttons[0]): Promise<Answer> {
    const body = new FormData()
    for (const name of Object.keys(typed))
      if (!form.fields.some(([known]) => known === name) && !form.fileFields.includes(name))
        throw new Error(`The form ${form.action} has no field ${name}`)
    for (const [name, value] of form.fields) if (!(name in typed)) body.append(name, value)
    for (const [name, value] of Object.entries(typed))
      for (const one of [value].flat()) body.append(name, one as string)
    if (button && button.name !== '') body.append(button.name, button.value)
    const referer = `http://${HOST}${here.split('#')[0]}`
    here = form.action
    const sent = form.isMultipart ? body : new URLSearchParams([...body.entries()] as [string, string][])
    return answerOf(
      await t.request(form.action, {
        method: 'POST',
        body: sent,
        headers: { host: HOST, cookie: cookie(), 'sec-fetch-site': 'same-origin', referer },
      }),
    )
  }

  /** The form of a page that makes a call. */
  function formIn({ html }: Pick<Answer, 'html'>, call: string, has: Record<string, string> = {}): HtmlForm {
    const isWanted = (form: HtmlForm) =>
      Object.entries(has).every(
        ([name, value]) =>
          form.fields.some(([known, text]) => known === name && text === value) ||
          new URLSearchParams(form.action.split('?')[1]).get(name) === value,
      )
    const found = formsOf(html).find((form) => form.action.split('?')[0] === `/act/${call}` && isWanted(form))
    if (!found) throw new Error(`The page has no form for ${call}`)
    return found
  }

  return { open, send, formIn }
}
