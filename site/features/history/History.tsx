import { useState } from 'react'
import { diffWordsWithSpace } from 'diff'
import type { Version } from '#shared/api/history.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useVersions, type HistoryTarget, type LoadedVersions } from './useVersions.ts'

/** If an edit changed more words than this, both texts are shown as a whole, because comparing takes too long. */
const MAX_DIFFERENCES = 1_000

export function History({ of }: { of: HistoryTarget }) {
  const {
    t: { app },
  } = useSite()
  const t = useTexts('history')
  const ask = useConfirm()
  const { loaded, showMore, remove } = useVersions(of)
  const [busy, setBusy] = useState<number | 'more' | null>(null)

  async function run(what: number | 'more', call: () => Promise<void>, failed: string): Promise<void> {
    if (busy !== null) return
    setBusy(what)
    try {
      await call()
    } catch (error) {
      showFailure(error, failed)
    } finally {
      setBusy(null)
    }
  }

  async function askAndRemove({ id }: Version): Promise<void> {
    const isSure = await ask({
      title: t.removeTitle,
      text: t.removeText,
      confirmLabel: t.remove,
      cancelLabel: app.cancel,
      danger: true,
    })
    if (isSure) await run(id, () => remove(id), t.removeFailed)
  }

  if (loaded === null) return <p role="status">{t.loading}</p>
  if (loaded === 'failed')
    return (
      <Notice kind="danger" role="alert">
        {t.failed}
      </Notice>
    )
  const { versions, next_cursor, present } = loaded
  if (versions.length === 0 && next_cursor === null) return <p>{t.empty}</p>
  return (
    <>
      <ol className="history">
        {versions.map((version, at) => (
          <li key={version.id}>
            <Change from={version} to={versions[at - 1] ?? present} />
            {of.canDelete && (
              <Button size="small" busy={busy === version.id} onClick={() => void askAndRemove(version)}>
                {t.remove}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {next_cursor !== null && (
        <Button wide busy={busy === 'more'} onClick={() => void run('more', () => showMore(next_cursor), t.moreFailed)}>
          {t.more}
        </Button>
      )}
    </>
  )
}

export function Change({ from, to }: { from: Version; to: LoadedVersions['present'] }) {
  const t = useTexts('history')
  return (
    <>
      <h3 className="history__time">
        {t.changed} <TimeAgo at={from.edited_at} />
      </h3>
      {from.title !== null && from.title !== to.title && (
        <Difference className="history__title" from={from.title} to={to.title ?? ''} />
      )}
      {from.content !== to.content && <Difference from={from.content} to={to.content} />}
      {from.content_html !== '' && (
        <details>
          <summary>{t.before}</summary>
          <div className="prose" dangerouslySetInnerHTML={{ __html: from.content_html }} />
        </details>
      )}
    </>
  )
}

function Difference({ from, to, className }: { from: string; to: string; className?: string }) {
  const t = useTexts('history')
  const parts = diffWordsWithSpace(from, to, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { value: from, removed: true, added: false },
    { value: to, added: true, removed: false },
  ]
  return (
    <p className={`history__text ${className ?? ''}`}>
      {parts.map(({ value, added, removed }, at) => {
        if (removed)
          return (
            <del key={at}>
              <span className="visually-hidden">{t.removed}</span>
              {value}
            </del>
          )
        return added ? (
          <ins key={at}>
            <span className="visually-hidden">{t.added}</span>
            {value}
          </ins>
        ) : (
          value
        )
      })}
    </p>
  )
}
