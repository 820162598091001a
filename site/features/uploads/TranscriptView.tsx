import type { Post, Transcript } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import './transcript.css'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Formats a time as 1:02:03, without hours if it is below one hour. */
function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor(seconds / MINUTE) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

export function TranscriptView({
  post,
  comment,
  transcript: { captions_lang, video_alt, cues },
}: {
  post: Post
  comment: number | null
  transcript: Transcript
}) {
  const t = useTexts('transcripts')
  return (
    <main id="main" tabIndex={-1}>
      <div className="page-head">
        <h1 className="page-head__title">{t.title}</h1>
      </div>
      <div className="sheet sheet__pad transcript">
        <p>
          <a href={paths.post(post.id, comment)} lang={post.lang ?? undefined}>
            {post.title}
          </a>
        </p>
        {video_alt !== '' && (
          <section>
            <h2>{t.description}</h2>
            <p className="transcript__text">{video_alt}</p>
          </section>
        )}
        <section>
          <h2>{t.captions}</h2>
          {cues.length === 0 && <p>{t.none}</p>}
          <ol className="transcript__cues" lang={captions_lang ?? undefined}>
            {cues.map(({ start, text }, index) => (
              <li key={index}>
                <span className="transcript__time num">{timeText(start)}</span>{' '}
                <span className="transcript__text">{text}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </main>
  )
}
