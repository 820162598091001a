import { useEffect, useState } from 'react'
import { diffWordsWithSpace } from 'diff'
import type { Version } from '#shared/api/history.ts'
import { history as en } from '#shared/i18n/en/history.ts'
import { history as pl } from '#shared/i18n/pl/history.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { useSite } from '#site/core/site-context.tsx'

export type HistoryTarget = { post_id: number, comment_id?: number }

type Text = { title: string | null, content: string }

/** Of words; texts with more differences are shown whole, because comparing them takes too long. */
const MAX_DIFFERENCES = 1_000

const TEXTS = { pl, en }

export function History({ of }: { of: HistoryTarget }) {
  const t = TEXTS[useSite().lang]
  const loaded = useVersions(of)
  if (loaded === null) return <p role="status">{t.loading}</p>
  if (loaded === 'failed') return <Notice kind="danger" role="alert">{t.failed}</Notice>
  const { versions, present } = loaded
  if (versions.length === 0) return <p>{t.empty}</p>
  return (
    <ol className="history">
      {versions.map((version, at) => {
        const next = versions[at - 1] ?? present
        return (
          <li key={at}>
            <h3 className="history__time">{t.changed} <TimeAgo at={version.edited_at} /></h3>
            {version.title !== null && version.title !== next.title && <Difference className="history__title" from={version.title} to={next.title ?? ''} />}
            {version.content !== next.content && <Difference from={version.content} to={next.content} />}
            {version.content_html !== '' && (
              <details>
                <summary>{t.before}</summary>
                <div className="prose" dangerouslySetInnerHTML={{ __html: version.content_html }} />
              </details>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Difference({ from, to, className }: { from: string, to: string, className?: string }) {
  const t = TEXTS[useSite().lang]
  const parts = diffWordsWithSpace(from, to, { maxEditLength: MAX_DIFFERENCES })
    ?? [{ value: from, removed: true, added: false }, { value: to, added: true, removed: false }]
  return (
    <p className={`history__text ${className ?? ''}`}>
      {parts.map(({ value, added, removed }, at) => {
        if (removed) return <del key={at}><span className="visually-hidden">{t.removed}</span>{value}</del>
        return added ? <ins key={at}><span className="visually-hidden">{t.added}</span>{value}</ins> : value
      })}
    </p>
  )
}

function useVersions({ post_id, comment_id }: HistoryTarget): { versions: Version[], present: Text } | 'failed' | null {
  const { api } = useSite()
  const [loaded, setLoaded] = useState<{ versions: Version[], present: Text } | 'failed' | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const ofPost = () => Promise.all([api.history.post({ post_id }, { signal }), api.posts.get({ post_id }, { signal })])
    const ofComment = async (id: number) => {
      // Pages leave out the source of others' comments.
      const [history, { comments }] = await Promise.all([
        api.history.comment({ comment_id: id }, { signal }), api.comments.list({ post_id, include: id, limit: 1 }, { signal }),
      ])
      return [history, { title: null, content: comments.find((comment) => comment.id === id)?.content ?? '' }] as const
    }
    const load = comment_id === undefined ? ofPost() : ofComment(comment_id)
    load.then(([{ versions }, { title, content }]) => setLoaded({ versions, present: { title, content } }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        console.warn('Loading the history failed', error)
        setLoaded('failed')
      })
    return () => abort.abort()
  }, [api, post_id, comment_id])
  return loaded
}
