import type { HandlersOf } from '#shared/api/contract.ts'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { texts } from '#shared/api/texts.ts'
import { SITE_TEXTS } from '#shared/rules/texts.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import { declareCache } from '#server/lib/caches.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { findAccepted, insertAcceptances } from './queries.ts'
import { askedOf, currentVersions, isTextSet } from './rules.ts'

/** Caches rendered HTML by Markdown source. */
const renderedTexts = declareCache<string>('site texts', { ttlMs: 3_600_000, maxEntries: 16 })

async function acceptancesOf({ db, settings, viewer }: UserCtx) {
  const accepted = await findAccepted(db, viewer.id)
  return { accepted, asked: askedOf(settings, accepted) }
}

export const textsHandlers: HandlersOf<typeof texts, CtxByAccess> = {
  async get(ctx, { text: name, lang = ctx.lang }) {
    const { settings, caches } = ctx
    const text = SITE_TEXTS.find((each) => each === name)
    if (!text || !isTextSet(settings, text)) throw new ApiError('not_found')
    const other = lang === 'pl' ? 'en' : 'pl'
    const shown = settings.value(`${text}_${lang}`) === '' ? other : lang
    const written = settings.value(`${text}_${shown}`)
    const html = await caches.of(renderedTexts).load(written, async () => (await renderText(written)).html)
    const version = text === 'terms' || text === 'privacy_policy' ? currentVersions(settings)[text] : null
    return { text, lang: shown, html, version }
  },

  acceptances: acceptancesOf,

  async accept(ctx, { text, version }) {
    if (currentVersions(ctx.settings)[text] !== version) throw invalidField('version', 'text_version')
    await insertAcceptances(ctx.db, ctx.viewer.id, { [text]: version }, ctx.now())
    return acceptancesOf(ctx)
  },
}
