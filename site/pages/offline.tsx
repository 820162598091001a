import { useEffect, useState } from 'react'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useClock } from '#site/core/clock.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { listPages, readAhead, removeStore, setAhead, usedBytes, type Ahead } from '#site/offline/store.ts'

const CHOICES: readonly Ahead[] = [0, 50, 200, 500]

type Stored = { pages: { url: string; title: string; at: number }[]; bytes: number; ahead: Ahead }

async function readStored(): Promise<Stored> {
  const [pages, bytes, ahead] = await Promise.all([listPages(), usedBytes(), readAhead()])
  return { pages, bytes, ahead }
}

export const page = definePage({
  meta: (_, { t }) => ({
    title: textsFor(t.lang, 'offline').title,
    description: textsFor(t.lang, 'offline').description,
    noindex: true,
  }),
  View: function Offline() {
    const t = useTexts('offline')
    const { lang } = useSite()
    const { now } = useClock()
    const [stored, setStored] = useState<Stored | null>(null)
    const [isCleared, setCleared] = useState(false)
    useEffect(() => void readStored().then(setStored, () => setStored({ pages: [], bytes: 0, ahead: 50 })), [])

    async function clear(): Promise<void> {
      await removeStore()
      await Promise.all((await caches.keys()).filter((name) => name === 'shared').map((name) => caches.delete(name)))
      setStored(await readStored())
      setCleared(true)
    }

    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.title}</h1>
        </div>
        <div className="sheet sheet__pad">
          {stored && (
            <>
              <p>{stored.pages.length > 0 ? t.lead : t.empty}</p>
              <ul className="stored-pages">
                {stored.pages.map(({ url, title, at }) => (
                  <li key={url}>
                    <a href={url}>{title || url}</a> <span>{t.saved(relativeTime(new Date(at), now, lang))}</span>
                  </li>
                ))}
              </ul>
              <label className="field">
                <span className="field__label">{t.ahead}</span>
                <select
                  className="input"
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
                </select>
                <span className="field__hint">{t.aheadHint}</span>
              </label>
              <p>{t.used((stored.bytes / 1_048_576).toFixed(1))}</p>
              <Button onClick={() => void clear()}>{t.clear}</Button>
            </>
          )}
          <p role="status">{isCleared && t.cleared}</p>
        </div>
      </main>
    )
  },
})
