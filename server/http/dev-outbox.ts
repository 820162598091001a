import { Hono } from 'hono'
import { html } from 'hono/html'
import { catalog } from '#shared/i18n/index.ts'
import type { Services } from '#server/context.ts'
import { listOutbox, outboxDir, readOutboxMail, type OutboxMail } from '#server/mail/outbox.ts'
import { isForwarded, isLoopback } from '../lib/address.ts'
import type { HttpEnv } from './request.ts'

const SHOWN = 30
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'"
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;max-width:45rem;margin:2rem auto;padding:0 1rem}' +
  'article{border-top:1px solid #8888;padding:1rem ' +
  '0}h2{font-size:1rem;margin:0}pre{white-space:pre-wrap;font:inherit}' +
  ':root{color-scheme:light dark}'

const mailView = (mail: OutboxMail) => html`
  <article>
    <h2>${mail.subject}</h2>
    <p>${mail.to} · <time>${mail.date?.toISOString() ?? ''}</time></p>
    <pre>${mail.text}</pre>
    ${mail.links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
  </article>`

/** Serves the mails that are not sent in development, to browsers on this machine only. */
export function devOutbox(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/dev/outbox', async (c, next) => {
    const cameByProxy = isForwarded(c.req.raw.headers)
    if (services.config.production || cameByProxy || !isLoopback(c.get('peer'))) return next()
    const dir = outboxDir(services.config.dataDir)
    const entries = (await listOutbox(dir)).slice(0, SHOWN)
    const mails = (await Promise.all(entries.map(({ name }) => readOutboxMail(dir, name)))).filter(
      (mail) => mail !== null,
    )
    const t = catalog(c.get('lang'))
    c.header('Content-Security-Policy', POLICY)
    c.header('Cache-Control', 'no-store')
    return c.html(html`<!doctype html>
      <html lang="${t.lang}">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
          <title>${t.app.outbox}</title><style>${STYLE}</style></head>
        <body><main><h1>${t.app.outbox}</h1>
          ${mails.length === 0 ? html`<p>${t.app.outboxEmpty}</p>` : mails.map(mailView)}</main></body>
      </html>`)
  })
  return app
}
