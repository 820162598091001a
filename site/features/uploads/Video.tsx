import { useFailed, videoFailed } from './useFailed.ts'

/** A video; with a poster nothing is loaded before it plays. It is removed if loading fails. */
export function Video({ url, poster = null, label }: { url: string; poster?: string | null; label: string }) {
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
        onError={fail}
      />
    </div>
  )
}
