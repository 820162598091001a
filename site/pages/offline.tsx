import { useEffect, useState } from 'react'
import { formatNumber } from '#shared/i18n/plural.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { useClock } from '#site/core/clock.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { removeAllDrafts } from '#site/offline/drafts.ts'
import { listPages, readAhead, removeStore, setAhead, usedBytes, type Ahead } from '#site/offline/store.ts'

const CHOICES: readonly Ahead[] = [0, 50, 200, 500]

type Stored = { pages: { url: string; title: string; at: number }[]; bytes: number; ahead: Ahead }

/** Stored pages worth listing: feeds, threads, communities and members. */
const IS_READ = /^\/($|\?|(post|r|u|conversation)\/|saved|messages|notifications)/

async function readStored(siteName: string): Promise<Stored> {
  const [pages, bytes, ahead] = await Promise.all([listPages(), usedBytes(), readAhead()])
  return {
    pages: pages
      .filter(({ url }) => IS_READ.test(url))
      .map((page) => ({
        ...page,
        title: page.title.replace(new RegExp(`\\s[-–|]\\s${RegExp.escape(siteName)}$`), ''),
      })),
    bytes,
    ahead,
  }
}

export const page = definePage({
  meta: (_, { t }) => ({
    title: textsFor(t.lang, 'offline').title,
    description: textsFor(t.lang, 'offline').description,
    noindex: true,
  }),
  View: function Offline() {
    const t = useTexts('offline')
    const { lang, site } = useSite()
    const { now } = useClock()
    const [stored, setStored] = useState<Stored | null>(null)
    const [isCleared, setCleared] = useState(false)
    const siteName = site.name
    useEffect(
      () => void readStored(siteName).then(setStored, () => setStored({ pages: [], bytes: 0, ahead: 50 })),
      [siteName],
    )

    async function clear(): Promise<void> {
      removeAllDrafts()
      await removeStore()
      await Promise.all((await caches.keys()).filter((name) => name === 'shared').map((name) => caches.delete(name)))
      setStored(await readStored(siteName))
      setCleared(true)
    }

    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.title}</h1>
        </div>
        <div className="sheet sheet__pad form">
          {stored && (
            <>
              <p>{stored.pages.length > 0 ? t.lead : t.empty}</p>
              <ul className="stored-pages">
                {stored.pages.map(({ url, title, at }) => (
                  <li key={url}>
                    <a href={url}>{title || url}</a>{' '}
                    <span className="stored-pages__age">{t.saved(relativeTime(new Date(at), now, lang))}</span>
                  </li>
                ))}
              </ul>
              <Field label={t.ahead} hint={t.aheadHint}>
                <Select
                  value={stored.ahead}
                  onChange={({ target }) => {
                    const ahead = Number(target.value) as Ahead
                    setStored({ ...stored, ahead })
                    void setAhead(ahead)
                  }}>
                  {CHOICES.map((n) => (
                    <option key={n} value={n}>
                      {n === 0 ? t.none : t.posts(n)}
                    </option>
                  ))}
                </Select>
              </Field>
              <p>{t.used(formatNumber(lang, Math.round(stored.bytes / 104_857.6) / 10))}</p>
              <p>{t.clearHint}</p>
              <div>
                <Button onClick={() => void clear()}>{t.clear}</Button>
              </div>
            </>
          )}
          <p role="status">{isCleared && t.cleared}</p>
        </div>
      </main>
    )
  },
})
