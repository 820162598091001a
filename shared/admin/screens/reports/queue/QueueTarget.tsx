import type { QueueItem } from '#shared/api/queue.ts'
import { useAdmin } from '../../../kit/context.ts'
import { SiteLink } from '../../../kit/SiteLink.tsx'
import { Thumbnail } from '../ReportTarget.tsx'
import { titleOf } from './queue-title.ts'

export function QueueTarget({ item }: { item: QueueItem }) {
  const { t } = useAdmin()
  const { url, excerpt, image_url, video, category, author } = item.target
  const isNsfw = category?.is_nsfw
  const title = titleOf(item, t)
  return (
    <div className="report__target">
      <div className="report__text">
        <p className="report__title">
          {url === '' ? (
            title
          ) : (
            <SiteLink path={url} isNsfw={isNsfw}>
              {title}
            </SiteLink>
          )}
        </p>
        {author === null && <p className="cell--null">{t.queue.deletedAuthor}</p>}
        {excerpt === '' ? (
          <p className="admin__none">{t.queue.noText}</p>
        ) : (
          <p className="report__excerpt">{excerpt}</p>
        )}
        {video && (
          <p className="report__place">
            <SiteLink path={video.url} isNsfw={isNsfw}>
              {t.queue.video}
            </SiteLink>
            {video.captions_url !== null && (
              <SiteLink path={video.transcript_url} isNsfw={isNsfw}>
                {t.reports.transcript}
              </SiteLink>
            )}
          </p>
        )}
        {video && video.video_alt !== '' && <p className="report__excerpt">{t.reports.filmAlt(video.video_alt)}</p>}
      </div>
      {image_url !== null && <Thumbnail key={image_url} url={image_url} isNsfw={isNsfw ?? false} />}
    </div>
  )
}
