import { useState, type MouseEvent } from 'react'
import type { Report } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { narrowerOf, posterOf } from '#shared/rules/media-url.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from '../../kit/context.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useAction } from '../../kit/useAction.ts'

export function ReportTarget({ report }: { report: Report }) {
  const { t } = useAdmin()
  const { content_type, target } = report
  if (!target)
    return (
      <div className="report__target">
        <p className="admin__none">{t.reports.gone}</p>
      </div>
    )
  const { title, author, community, is_nsfw, is_removed, url, has_video, image_url } = target

  return (
    <div className="report__target">
      <div className="report__text">
        <p className="report__title">
          <SiteLink path={url} isNsfw={is_nsfw}>
            {content_type === 'comment' ? t.reports.commentUnder(title) : title}
          </SiteLink>
        </p>
        <p className="report__place">
          {author === null ? (
            <span className="cell--null">{t.reports.deletedAuthor}</span>
          ) : (
            <SiteLink path={paths.user(author)}>{author}</SiteLink>
          )}
          {community !== null && (
            <SiteLink path={paths.category(community)} isNsfw={is_nsfw}>
              r/{community}
            </SiteLink>
          )}
          {is_nsfw && <span className="tag tag--danger">{t.posts.nsfw}</span>}
          {is_removed && <span className="tag tag--accent">{t.reports.removed}</span>}
          {has_video && <span className="tag">{t.reports.film}</span>}
        </p>
        <TargetText report={report} target={target} />
        {target.video_alt && <p className="report__excerpt">{t.reports.filmAlt(target.video_alt)}</p>}
        {target.transcript_url && (
          <p>
            <SiteLink path={target.transcript_url} isNsfw={is_nsfw}>
              {t.reports.transcript}
            </SiteLink>
          </p>
        )}
      </div>
      {image_url !== null && <Thumbnail key={image_url} url={image_url} isNsfw={is_nsfw} />}
    </div>
  )
}

type Target = NonNullable<Report['target']>

function TargetText({ report: { post_id }, target }: { report: Report; target: Target }) {
  const { api, shell, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  const [html, setHtml] = useState<string | null>(null)

  async function unfold(id: number) {
    const found = await runAction({ key: 'unfold', call: () => api.posts.get({ post_id: id }) })
    if (found) setHtml(found.answer.content_html)
  }

  /** In the desktop console, relative links in a report's text lead nowhere, so the shell opens them. */
  function follow(event: MouseEvent) {
    const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href')
    if (!href || !href.startsWith('/') || !shell.openLink) return
    event.preventDefault()
    shell.openLink(shell.siteHref(href, target.is_nsfw))
  }

  if (html !== null) return <div className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  if (target.excerpt === '') return <p className="admin__none">{t.reports.noText}</p>
  return (
    <>
      <p className="report__excerpt">
        {target.excerpt}
        {target.excerpt_truncated && '…'}
      </p>
      {target.excerpt_truncated &&
        (post_id === null ? (
          <p className="admin__none">{t.reports.cut}</p>
        ) : (
          <Button size="small" busy={isBusy('unfold')} onClick={() => void unfold(post_id)}>
            {t.reports.whole}
          </Button>
        ))}
    </>
  )
}

export function Thumbnail({ url, isNsfw }: { url: string; isNsfw: boolean }) {
  const { t } = useAdmin()
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  const small = posterOf(url) ?? narrowerOf(url)[0]?.url ?? url
  const image = (
    <img
      className="report__picture"
      src={small}
      alt={t.reports.picture}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setHasFailed(true)}
    />
  )
  return url.startsWith('/') ? (
    <SiteLink path={url} isNsfw={isNsfw} className="report__media">
      {image}
    </SiteLink>
  ) : (
    image
  )
}
