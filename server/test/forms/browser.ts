/** A browser that has only HTML: it reads pages, fills forms in and follows redirects. It runs no script. */

const HOST = 'localhost:3000'
const MAX_REDIRECTS = 5

type Value = string | boolean | File
type Filled = Record<string, Value | readonly Value[]>

type HtmlField = { name: string; type: string; value: string; isChosen: boolean; options: string[] }

type HtmlForm = {
  method: string
  action: string
  /** Group and name of the call, like `votes.post`; null for the form of another target. */
  call: string | null
  isMultipart: boolean
  fields: HtmlField[]
  buttons: { name: string; value: string }[]
}

type HtmlPage = { status: number; path: string; html: string; forms: HtmlForm[] }

type Send = (url: string, init: RequestInit) => Response | Promise<Response>

export function createBrowser(send: Send, language = 'pl') {
  const cookies = new Map([['language', language]])

  function keep(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (/Max-Age=0(;|$)/.test(cookie)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
  }

  async function request(path: string, init: RequestInit = {}, from?: string): Promise<HtmlPage> {
    let [at, options] = [path, init]
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      const answer = await send(at.split('#')[0]!, {
        ...options,
        headers: {
          host: HOST,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'sec-fetch-site': 'same-origin',
          ...(from !== undefined && { referer: `http://${HOST}${from}` }),
        },
      })
      keep(answer)
      const location = answer.headers.get('location')
      if (location === null || answer.status < 300 || answer.status >= 400) {
        const html = await answer.text()
        return { status: answer.status, path: at, html, forms: await formsOf(html) }
      }
      const next = new URL(location, `http://${HOST}${at}`)
      ;[at, options] = [next.pathname + next.search, {}]
    }
    throw new Error(`${path} redirects without an end`)
  }

  return {
    cookies,
    open: (path: string) => request(path),
    submit(page: HtmlPage, form: HtmlForm, filled: Filled = {}, button?: { name: string; value?: string }) {
      const sent = entriesOf(form, filled, button)
      if (form.method === 'get') {
        const url = new URL(form.action === '' ? page.path : form.action, `http://${HOST}${page.path}`)
        return request(`${url.pathname}?${new URLSearchParams(sent as [string, string][])}`, {}, page.path)
      }
      const body = form.isMultipart ? new FormData() : new URLSearchParams()
      for (const [name, value] of sent) (body as FormData).append(name, value as string)
      return request(form.action, { method: 'POST', body }, page.path)
    },
  }
}

function entriesOf(
  form: HtmlForm,
  filled: Filled,
  button?: { name: string; value?: string },
): [string, string | File][] {
  const known = new Set(form.fields.map(({ name }) => name))
  const unknown = Object.keys(filled).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`The form of ${form.action} has no field ${unknown.join(', ')}`)
  const typed = new Set<string>()
  const sent = form.fields.flatMap(({ name, type, value, isChosen }): [string, string | File][] => {
    const given = filled[name]
    if (given === undefined) return isChosen ? [[name, value]] : []
    if (type === 'hidden' && form.fields.some((other) => other.name === name && other.type !== 'hidden'))
      return [[name, value]]
    if (type === 'checkbox' && typeof given === 'boolean') return given ? [[name, value]] : []
    const all = (Array.isArray(given) ? given : [given]) as Exclude<Value, boolean>[]
    if (type === 'radio' || type === 'checkbox') return all.includes(value) ? [[name, value]] : []
    if (typed.has(name)) return []
    typed.add(name)
    return all.map((one) => [name, one])
  })
  const pressed = button && form.buttons.find((one) => one.name === button.name)
  if (button && !pressed) throw new Error(`The form of ${form.action} has no button ${button.name}`)
  return pressed ? [...sent, [pressed.name, button?.value ?? pressed.value]] : sent
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
const decoded = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Fields of a form may stand in a `noscript`, which a parser for browsers with scripts takes for text. */
async function formsOf(html: string): Promise<HtmlForm[]> {
  const forms: HtmlForm[] = []
  let field: HtmlField | null = null
  const attribute = (element: HTMLRewriterTypes.Element, name: string) => decoded(element.getAttribute(name) ?? '')
  const add = (one: HtmlField) => {
    if (one.name !== '') forms.at(-1)!.fields.push(one)
    field = one
  }
  await new HTMLRewriter()
    .on('form', {
      element(element) {
        const action = attribute(element, 'action')
        forms.push({
          method: attribute(element, 'method').toLowerCase() || 'get',
          action,
          call: /^\/act\/([\w.]+)/.exec(action)?.[1] ?? null,
          isMultipart: attribute(element, 'enctype').startsWith('multipart'),
          fields: [],
          buttons: [],
        })
      },
    })
    .on('form input', {
      element(element) {
        if (element.hasAttribute('disabled')) return
        const type = attribute(element, 'type') || 'text'
        const isTick = type === 'checkbox' || type === 'radio'
        const value = element.getAttribute('value') === null && isTick ? 'on' : attribute(element, 'value')
        const isChosen = isTick ? element.hasAttribute('checked') : type !== 'file' && type !== 'submit'
        add({ name: attribute(element, 'name'), type, value, isChosen, options: [] })
      },
    })
    .on('form textarea', {
      element: (element) => {
        add({ name: attribute(element, 'name'), type: 'textarea', value: '', isChosen: true, options: [] })
      },
      text(chunk) {
        if (field) field.value += decoded(chunk.text)
      },
    })
    .on('form select', {
      element: (element) =>
        add({ name: attribute(element, 'name'), type: 'select', value: '', isChosen: true, options: [] }),
    })
    .on('form select option', {
      element(element) {
        const value = attribute(element, 'value')
        if (field && (field.options.length === 0 || element.hasAttribute('selected'))) field.value = value
        field?.options.push(value)
      },
    })
    .on('form button', {
      element(element) {
        if ((attribute(element, 'type') || 'submit') !== 'submit' || element.hasAttribute('disabled')) return
        forms.at(-1)!.buttons.push({ name: attribute(element, 'name'), value: attribute(element, 'value') })
      },
    })
    .transform(new Response(html.replace(/<\/?noscript>/g, '')))
    .text()
  return forms
}
