import { useState } from 'react'
import { Form } from 'react-router-dom'
import Coins from 'lucide/dist/esm/icons/coins.mjs'
import type { PointsTransaction } from '#shared/api/shapes.ts'
import { formatNumber, type Lang } from '#shared/i18n/plural.ts'
import { PAGE } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'

export function History({ first, offset }: { first: PointsTransaction[]; offset: number }) {
  const texts = useTexts('points')
  const { api, lang, site } = useSite()
  const [list, setList] = useState({
    entries: first,
    next: offset + first.length,
    has_older: first.length === PAGE.list,
  })
  const [isLoading, setLoading] = useState(false)

  async function loadOlder(): Promise<void> {
    setLoading(true)
    try {
      const page = await api.points.transactions({ limit: PAGE.list, offset: list.next })
      const known = new Set(list.entries.map(({ id }) => id))
      setList({
        entries: [...list.entries, ...page.filter(({ id }) => !known.has(id))],
        next: list.next + page.length,
        has_older: page.length === PAGE.list,
      })
    } catch (error) {
      showFailure(error, texts.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  if (list.entries.length === 0) {
    return <EmptyState icon={<Icon of={Coins} size={28} />} title={texts.emptyTitle} text={texts.emptyText} />
  }
  return (
    <>
      <ul className="row-list" aria-busy={isLoading}>
        {list.entries.map((entry) => (
          <li key={entry.id} className="row">
            <span className={entry.points < 0 ? 'row__points--minus' : 'row__points--plus'}>
              {signed(lang, entry.points)}
            </span>
            <div>
              <h3 className="row__title">{entry.reason_display}</h3>
              <p className="row__text">
                <time dateTime={entry.created_at}>{longDate(entry.created_at, lang, site.time_zone)}</time>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {list.has_older && (
        <Form
          className="feed-end"
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            void loadOlder()
          }}>
          <input type="hidden" name="offset" value={list.next} />
          <Button type="submit" busy={isLoading}>
            {texts.older}
          </Button>
        </Form>
      )}
    </>
  )
}

export function signed(lang: Lang, points: number): string {
  return `${points > 0 ? '+' : ''}${formatNumber(lang, points)}`
}
