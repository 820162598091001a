import type { Lang } from '#shared/i18n/plural.ts'

export type MailLink = { label: string; link: string }

/** A paragraph, a button, a link with its URL below, or a list. */
export type Part =
  | string
  | (MailLink & { copyLink?: string })
  | { before: string; link: string }
  | { items: { title: string; note: string; link: string }[] }

export type Layout = { lang: Lang; siteName: string; subject: string; parts: Part[]; footer: (string | MailLink)[] }

const escape = Bun.escapeHTML

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #171614 !important; color: #ece8e0 !important }
  .card { background: #201e1c !important; border-color: #37342e !important }
  .item { border-color: #37342e !important }
  .link { color: #7cc9bd !important }
  .soft { color: #bfb8ac !important }
  .button { background: #1f7a70 !important; color: #fbfffd !important }
}`

const SOFT = 'class="soft" style="margin:8px 0 0;font-size:14px;color:#565147"'

/** Renders one column without tables, pictures or remote files; if the style element is removed, colours are light. */
export function renderHtml({ lang, siteName, subject, parts, footer }: Layout): string {
  return [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escape(subject)}</title><style>${STYLE}</style></head>`,
    '<body class="page" style="margin:0;padding:16px 12px;background:#f2efe9;color:#23211d;font:16px/1.5 ' +
      "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;overflow-wrap:anywhere\">",
    `<div style="max-width:36em;margin:0 auto">`,
    '<p class="link" style="margin:0 0 12px;padding:0 ' +
      `4px;font-size:18px;font-weight:700;color:#0c5952">${escape(siteName)}</p>`,
    '<div class="card" style="padding:4px 20px 12px;border:1px solid #ddd8cd;border-radius:14px;background:#fdfcf9">',
    ...parts.map(partAsHtml),
    '</div>',
    `<div style="padding:4px 4px 0">`,
    ...footer.map((line) => `<p ${SOFT}>${typeof line === 'string' ? escape(line) : anchor(line)}</p>`),
    '</div></div></body></html>',
  ].join('\n')
}

export function renderText({ parts, footer }: Layout): string {
  const last = footer.map((line) => (typeof line === 'string' ? line : `${line.label}:\n${line.link}`))
  return [...parts.map(partAsText), `--\n${last.join('\n\n')}`].join('\n\n')
}

function partAsText(part: Part): string {
  if (typeof part === 'string') return part
  if ('items' in part)
    return part.items.map(({ title, note, link }) => [title, note, link].filter(Boolean).join('\n')).join('\n\n')
  return `${'label' in part ? `${part.label}:` : part.before}\n${part.link}`
}

function partAsHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:12px 0">${escape(part)}</p>`
  if ('items' in part) return part.items.map(itemAsHtml).join('\n')
  if ('before' in part)
    return `<p style="margin:12px 0">${escape(part.before)}<br>${anchor({ label: part.link, link: part.link })}</p>`
  const button =
    `<p style="margin:20px 0"><a class="button" href="${escape(part.link)}" ` +
    'style="display:inline-block;padding:12px 20px;border-radius:9px;' +
    `background:#0e5a53;color:#fdfcf9;font-weight:600;text-decoration:none">${escape(part.label)}</a></p>`
  if (part.copyLink === undefined) return button
  return `${button}\n<p ${SOFT}>${escape(part.copyLink)}<br>${anchor({ label: part.link, link: part.link })}</p>`
}

function itemAsHtml({ title, note, link }: { title: string; note: string; link: string }): string {
  const below = note === '' ? '' : `<br><span class="soft" style="font-size:14px;color:#565147">${escape(note)}</span>`
  return (
    `<p class="item" style="margin:0;padding:12px 0;border-top:1px solid #ddd8cd">` +
    `<a class="link" href="${escape(link)}" ` +
    `style="color:#0c5952;font-weight:600;text-decoration:none">${escape(title)}</a>${below}</p>`
  )
}

function anchor({ label, link }: MailLink): string {
  return `<a class="link" href="${escape(link)}" style="color:#0c5952">${escape(label)}</a>`
}
