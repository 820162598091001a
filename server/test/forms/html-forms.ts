/** `isChosen` is the state of a checkbox or radio button. */
type HtmlControl = { name: string; type: string; value: string; isChosen: boolean; options: string[] }

export type HtmlButton = { name: string; value: string; text: string; formAction: string | null }

/** A form as a browser without JavaScript sees it. */
export type HtmlForm = {
  action: string
  /** Group and name of the call, like `votes.post`; null for a form with another target. */
  call: string | null
  method: string
  isMultipart: boolean
  /** Default values in document order. */
  fields: [name: string, value: string][]
  controls: HtmlControl[]
  fileFields: string[]
  buttons: HtmlButton[]
}

export type HtmlLink = { href: string; text: string }

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: '\u00a0',
}
const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

export const callOf = (action: string): string | null => /^\/act\/([\w.]+)/.exec(action)?.[1] ?? null

const sentOf = ({ type, name, value, isChosen }: HtmlControl): [string, string][] =>
  isChosen && name !== '' && type !== 'file' && type !== 'submit' ? [[name, value]] : []

type Element = HTMLRewriterTypes.Element

/** Reads forms and links of a page, including those in noscript. */
export async function readPage(html: string): Promise<{ forms: HtmlForm[]; links: HtmlLink[] }> {
  const forms: HtmlForm[] = []
  const links: HtmlLink[] = []
  let control: HtmlControl | null = null
  let button: HtmlButton | null = null
  const attribute = (element: Element, name: string) => unescaped(element.getAttribute(name) ?? '')
  const add = (one: HtmlControl) => {
    forms.at(-1)!.controls.push(one)
    control = one
  }
  await new HTMLRewriter()
    .on('a[href]', {
      element: (element) => void links.push({ href: attribute(element, 'href'), text: '' }),
      text: (chunk) => void (links.at(-1)!.text += unescaped(chunk.text)),
    })
    .on('form', { element: (element) => void forms.push(newForm(element, attribute)) })
    .on('form input', {
      element(element) {
        if (element.hasAttribute('disabled')) return
        const type = attribute(element, 'type') || 'text'
        const isTick = type === 'checkbox' || type === 'radio'
        const value = element.getAttribute('value') === null && isTick ? 'on' : attribute(element, 'value')
        const isChosen = isTick ? element.hasAttribute('checked') : true
        add({ name: attribute(element, 'name'), type, value, isChosen, options: [] })
      },
    })
    .on('form textarea', {
      element: (element) =>
        add({
          name: attribute(element, 'name'),
          type: 'textarea',
          value: '',
          isChosen: !element.hasAttribute('disabled'),
          options: [],
        }),
      text: (chunk) => void (control!.value += unescaped(chunk.text)),
    })
    .on('form select', {
      element: (element) =>
        add({
          name: attribute(element, 'name'),
          type: 'select',
          value: '',
          isChosen: !element.hasAttribute('disabled'),
          options: [],
        }),
    })
    .on('form select option', {
      element(element) {
        const value = attribute(element, 'value')
        if (control!.options.length === 0 || element.hasAttribute('selected')) control!.value = value
        control!.options.push(value)
      },
    })
    .on('form button', {
      element(element) {
        const formAction = element.hasAttribute('formaction') ? attribute(element, 'formaction') : null
        button = { name: attribute(element, 'name'), value: attribute(element, 'value'), text: '', formAction }
        if ((attribute(element, 'type') || 'submit') !== 'submit' || element.hasAttribute('disabled')) return
        forms.at(-1)!.buttons.push(button)
      },
      text: (chunk) => void (button!.text += unescaped(chunk.text)),
    })
    .transform(new Response(html.replace(/<\/?noscript>/g, '')))
    .text()
  for (const form of forms) finish(form)
  return { forms, links: links.map(({ href, text }) => ({ href, text: text.trim() })) }
}

function newForm(element: Element, attribute: (element: Element, name: string) => string): HtmlForm {
  const action = attribute(element, 'action')
  return {
    action,
    call: callOf(action),
    method: attribute(element, 'method').toLowerCase() || 'get',
    isMultipart: attribute(element, 'enctype') === 'multipart/form-data',
    fields: [],
    controls: [],
    fileFields: [],
    buttons: [],
  }
}

function finish(form: HtmlForm): void {
  for (const control of form.controls) {
    // HTML ignores a line break at the start of a textarea.
    if (control.type === 'textarea') control.value = control.value.replace(/^\n/, '')
    if (control.type === 'file' && control.name !== '') form.fileFields.push(control.name)
  }
  form.fields = form.controls.flatMap(sentOf)
  for (const button of form.buttons) button.text = button.text.trim()
}
