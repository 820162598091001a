import type { createBrowser, HtmlPage } from './browser.ts'
import { callOf, type HtmlButton, type HtmlForm } from './html-forms.ts'

type Browser = ReturnType<typeof createBrowser>
type Wanted = (form: HtmlForm, page: HtmlPage) => boolean

/** Maximum number of pages searched for a form. */
const MAX_PAGES = 150
/** Maximum number of searched pages whose URLs differ only in numbers. */
const MAX_SIMILAR = 6

const patternOf = (path: string) => path.replace(/\d+/g, '#').replace(/=[^&]*/g, '=')

/** A client that uses only the links and forms of pages; `done` gets the name of each API call made by a form. */
export function createRobot(browser: Browser, { wait, done }: { wait: () => void; done: (call: string) => void }) {
  let here: HtmlPage | null = null
  /** The pages that have a form for an API call, by the name of the call. */
  const places = new Map<string, Set<string>>()

  const callOrPath = (action: string) => callOf(action) ?? action
  const callsOf = ({ action, buttons }: HtmlForm) => [
    callOrPath(action),
    ...buttons.flatMap(({ formAction }) => (formAction === null ? [] : [callOrPath(formAction)])),
  ]

  function remember(page: HtmlPage): HtmlPage {
    if (!page.path.startsWith('/act/'))
      for (const call of page.forms.flatMap(callsOf))
        places.set(call, (places.get(call) ?? new Set()).add(page.path.split('#')[0]!))
    return page
  }

  const formOn = (page: HtmlPage, call: string, wanted: Wanted) =>
    page.forms.find((form) => callsOf(form).includes(call) && wanted(form, page))

  const innerLinks = (page: HtmlPage) =>
    page.links
      .map(({ href }) => (href.startsWith('?') ? page.path.split('?')[0] + href : href).split('#')[0]!)
      .filter((href) => /^\/(?!\/|api\/|media\/|assets\/|rss|feed)/.test(href) && !/[?&]lite=/.test(href))

  /** Follows links from a page until a page has the form. */
  async function find(call: string, wanted: Wanted, from: string): Promise<[HtmlForm, HtmlPage]> {
    if (here && from === here.path) {
      const form = formOn(here, call, wanted)
      if (form) return [form, here]
    }
    for (const path of [...(places.get(call) ?? [])].reverse().slice(0, 12)) {
      const page = remember(await browser.open(path))
      const form = formOn(page, call, wanted)
      if (form) return [form, page]
    }
    const seen = new Set([from])
    const similar = new Map<string, number>()
    const waiting = [from]
    for (let read = 0; waiting.length > 0 && read < MAX_PAGES; read += 1) {
      const page = remember(await browser.open(waiting.shift()!))
      const form = formOn(page, call, wanted)
      if (form) return [form, page]
      for (const href of innerLinks(page)) {
        const count = similar.get(patternOf(href)) ?? 0
        if (seen.has(href) || count === MAX_SIMILAR) continue
        similar.set(patternOf(href), count + 1)
        seen.add(href)
        waiting.push(href)
      }
    }
    throw new Error(`No form for ${call} within ${seen.size} pages of ${from}`)
  }

  async function press(
    call: string,
    {
      filled = {},
      wanted = () => true,
      button,
      from = '/',
      leadsTo,
    }: {
      filled?: Parameters<Browser['send']>[1]
      wanted?: Wanted
      button?: (one: HtmlButton) => boolean
      from?: string
      /** The call of a second step, whose form is in the error response to the first step. */
      leadsTo?: string
    } = {},
  ): Promise<HtmlPage> {
    const [form, page] = await find(call, wanted, from)
    // `find` has opened this page, but it does not set `here` itself.
    here = page
    wait()
    const sends = ({ formAction }: HtmlButton) => callOrPath(formAction ?? form.action) === call
    const chosen = form.buttons.find(button ?? sends)
    if (button && !chosen) throw new Error(`The form of ${call} has no such button`)
    const answer = await browser.submit(form, filled, chosen)
    const isSecondStep = answer.forms.some((one) => one.call === leadsTo)
    if (!isSecondStep && (answer.alert !== null || answer.status >= 400))
      throw new Error(`${call} on ${page.path}: ${answer.status} ${answer.alert ?? ''}`)
    done(call)
    here = remember(answer)
    return answer
  }

  return {
    browser,
    press,
    page: () => here!,
    async open(path: string) {
      here = remember(await browser.open(path))
      return here
    },
  }
}
