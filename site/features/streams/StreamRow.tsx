import Radio from 'lucide/dist/esm/icons/radio.mjs'
import type { Stream } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { Thumbnail } from './Player.tsx'
import { StreamTag } from './StreamTag.tsx'

export function StreamRow({ stream, heading: Heading = 'h2' }: { stream: Stream; heading?: 'h2' | 'h3' }) {
  const t = useTexts('streams')
  const { id, title, streamer, category, is_live, viewer_count, peak_viewers, created_at, ended_at } = stream
  return (
    <article className="stream-row" aria-labelledby={`stream-${id}`}>
      <a className="stream-row__picture" href={paths.stream(id)} tabIndex={-1} aria-hidden>
        {stream.thumbnail_url === null ? <Icon of={Radio} size={28} /> : <Thumbnail stream={stream} />}
      </a>
      <div className="stream-row__text">
        <div className="meta">
          <StreamTag stream={stream} />
          <span className="num">{is_live ? t.viewers(viewer_count) : t.peak(peak_viewers)}</span>
        </div>
        <Heading className="stream-row__title" id={`stream-${id}`}>
          <a href={paths.stream(id)}>{title}</a>
        </Heading>
        <div className="meta">
          <a href={paths.user(streamer.username)}>
            <Avatar name={streamer.username} src={avatarOf(streamer.avatar_url ?? null)} />
            <span>{`u/${streamer.username}`}</span>
          </a>
          {category && (
            <a className="meta__dot" href={paths.category(category.name)}>
              {`r/${category.name}`}
            </a>
          )}
          <TimeAgo className="meta__dot" at={ended_at ?? created_at} />
        </div>
      </div>
    </article>
  )
}
