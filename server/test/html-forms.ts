/** A form as a browser without scripts has it. */
export type HtmlForm = {
  action: string
  method: string
  isMultipart: boolean
  /** As they are sent where nobody changes them, in their order. */
  fields: [name: string, value: string][]
  buttons: { name: string; value: string; text: string }[]
  fileFields: string[]
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: '\u00a0',
}

const unescaped = (text: string) => text.replace(/&([#\w]+);/g, (all, name: string) => ENTITIES[name] ?? all)

function attributesOf(tag: string): Map<string, string> {
  const found = tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)
  return new Map([...found].map(([, name, value]) => [name!.toLowerCase(), unescaped(value ?? '')]))
}

const TEXTUAL = /^(?:text|hidden|email|url|password|search|number|tel|date|time|)$/

const CONTROLS = /<input\b([^>]*)>|<(textarea|select|button)\b([^>]*)>(.*?)<\/\2>/gs

/** Reads the markup that React writes, the parts for readers without scripts included. */
export function formsOf(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, head, content]) => {
    const form = attributesOf(head!)
    const made: HtmlForm = {
      action: form.get('action') ?? '',
      method: form.get('method') ?? 'get',
      isMultipart: form.get('enctype') === 'multipart/form-data',
      fields: [],
      buttons: [],
      fileFields: [],
    }
    for (const [, input, element, attributes, text] of content!.matchAll(CONTROLS)) {
      if (input !== undefined) readInput(made, attributesOf(input))
      if (element === 'textarea') readField(made, attributesOf(attributes!), unescaped(text!.replace(/^\n/, '')))
      if (element === 'select') readField(made, attributesOf(attributes!), chosenIn(text!))
      if (element === 'button') readButton(made, attributesOf(attributes!), text!)
    }
    return made
  })
}

function readInput(made: HtmlForm, input: Map<string, string>): void {
  const type = input.get('type') ?? ''
  const isTick = type === 'checkbox' || type === 'radio'
  if (type === 'file') made.fileFields.push(...[input.get('name') ?? []].flat())
  else if (isTick && input.has('checked')) readField(made, input, input.get('value') ?? 'on')
  else if (TEXTUAL.test(type)) readField(made, input, input.get('value') ?? '')
}

function readField(made: HtmlForm, attributes: Map<string, string>, value: string): void {
  const name = attributes.get('name') ?? ''
  if (name !== '' && !attributes.has('disabled')) made.fields.push([name, value])
}

function chosenIn(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>(.*?)<\/option>/gs)].map(([, head, text]) => ({
    attributes: attributesOf(head!),
    text: unescaped(text!),
  }))
  const chosen = all.find(({ attributes }) => attributes.has('selected')) ?? all[0]
  return chosen?.attributes.get('value') ?? chosen?.text ?? ''
}

function readButton(made: HtmlForm, button: Map<string, string>, content: string): void {
  if ((button.get('type') ?? 'submit') !== 'submit') return
  const text = unescaped(content.replace(/<[^>]*>/g, '')).trim()
  made.buttons.push({ name: button.get('name') ?? '', value: button.get('value') ?? '', text })
}
