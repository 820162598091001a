import type { ReactNode } from 'react'
import type { Post } from '#shared/api/shapes.ts'
import { useText } from '#site/core/site-context.tsx'
import { useFailed, videoFailed } from './useFailed.ts'

type VideoProps = { url: string; poster?: string | null; label: string }

/** Shows nothing if the video fails to load. A video with a poster is not loaded before somebody plays it. */
export function Video({ url, poster = null, label, children }: VideoProps & { children?: ReactNode }) {
  const { ref, failed, fail } = useFailed<HTMLVideoElement>(videoFailed)
  if (failed) return null
  return (
    <div className="media">
      <video
        ref={ref}
        src={url}
        poster={poster ?? undefined}
        controls
        playsInline
        preload={poster ? 'none' : 'metadata'}
        aria-label={label}
        onError={fail}>
        {children}
      </video>
    </div>
  )
}

/** `transcript` is the path of the page with captions and description as text. */
export function DescribedVideo({
  texts: { captions_url, captions_lang, video_alt },
  transcript,
  children,
  ...video
}: VideoProps & {
  texts: Pick<Post, 'captions_url' | 'captions_lang' | 'video_alt'>
  transcript: string
  children?: ReactNode
}) {
  const { posts: t } = useText()
  return (
    <>
      <Video {...video}>
        {captions_url !== null && captions_lang !== null && (
          <track kind="captions" src={captions_url} srcLang={captions_lang} label={t.captions[captions_lang]} />
        )}
      </Video>
      <p className="video-texts">
        {video_alt !== '' && <span className="video-texts__alt">{video_alt}</span>}{' '}
        {captions_url === null ? t.noCaptions : <a href={transcript}>{t.transcript}</a>} {children}
      </p>
    </>
  )
}
