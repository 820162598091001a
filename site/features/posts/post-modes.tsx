import { useTexts } from '#shared/texts.ts'
import { useRef, useState } from 'react'
import ChartBar from 'lucide/dist/esm/icons/chart-bar.mjs'
import LinkIcon from 'lucide/dist/esm/icons/link.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { useText } from '#site/core/site-context.tsx'
import type { ImageDraft } from '../uploads/ImageList.tsx'
import { ImagesField } from '../uploads/ImagesField.tsx'
import { UploadField, type UploadState } from '../uploads/UploadField.tsx'
import { NO_VIDEO_TEXTS, type VideoTextDraft } from '../uploads/video-fields.ts'
import { VideoTextFields } from '../uploads/VideoTextFields.tsx'
import { EMPTY_POLL, PollFields, type PollDraft } from '../polls/PollFields.tsx'
import { LinkField } from './LinkField.tsx'
import { modeOptions, useUploadGuard } from './writing-modes.tsx'

const POST_MODES = ['text', 'image', 'video', 'link', 'poll'] as const

type PostMode = (typeof POST_MODES)[number]

export const postModeOf = (query: URLSearchParams): PostMode =>
  POST_MODES.find((mode) => mode === query.get('mode')) ?? 'text'

/** The media, link or poll of a post besides its text; at most one of them is set. */
export type PostParts = VideoTextDraft & {
  images: ImageDraft[]
  video_url: string | null
  link_url: string | null
  poll: PollDraft | null
}

export const NO_PARTS: PostParts = { images: [], video_url: null, ...NO_VIDEO_TEXTS, link_url: null, poll: null }

const FIELDS: Record<PostMode, readonly (keyof PostParts)[]> = {
  text: [],
  image: ['images'],
  video: ['video_url', 'captions_url', 'captions_lang', 'video_alt'],
  link: ['link_url'],
  poll: ['poll'],
}

function modeOf({ images, video_url, link_url, poll }: PostParts): PostMode | null {
  if (images.length > 0) return 'image'
  if (video_url !== null) return 'video'
  if (link_url !== null) return 'link'
  return poll !== null ? 'poll' : null
}

/** A filled-in link, poll or file decides the tab; values of the other tabs are kept. */
export function usePostMode(initial: PostMode, parts: PostParts, onParts: (parts: Partial<PostParts>) => void) {
  const [chosen, setChosen] = useState<PostMode>(initial)
  const [given, setGiven] = useState<File[] | null>(null)
  const kept = useRef<PostParts>({ ...NO_PARTS, link_url: '', poll: EMPTY_POLL })
  const mode = modeOf(parts) ?? chosen
  const hasFile = mode === 'image' ? parts.images.length > 0 : parts.video_url !== null
  return {
    mode,
    ...useUploadGuard(mode === 'image' || mode === 'video' ? mode : null, hasFile),
    given,
    choose,
    /** Adds pictures pasted or dropped into the text, unless the post has a link, video or poll. */
    attach(files: File[]): void {
      if (mode !== 'text' && mode !== 'image') return
      if (mode === 'text') choose('image')
      setGiven(files)
    },
    /** Keeps the current mode, because the change may remove the file, link or poll that decided it. */
    change(part: Partial<PostParts>): void {
      kept.current = { ...kept.current, ...part }
      setChosen(mode)
      onParts(part)
    },
  }

  function choose(next: PostMode): void {
    const { images, video_url, link_url, poll } = kept.current
    const texts = mode === 'video' ? parts : kept.current
    kept.current = {
      captions_url: texts.captions_url,
      captions_lang: texts.captions_lang,
      video_alt: texts.video_alt,
      images: parts.images.length > 0 ? parts.images : images,
      video_url: parts.video_url ?? video_url,
      link_url: parts.link_url ?? link_url,
      poll: parts.poll ?? poll,
    }
    setGiven(null)
    setChosen(next)
    onParts({ ...NO_PARTS, ...Object.fromEntries(FIELDS[next].map((field) => [field, kept.current[field]])) })
  }
}

export function PostModeSwitch({ mode, onMode }: { mode: PostMode; onMode: (mode: PostMode) => void }) {
  const texts = useTexts('submit')
  const t = useText()
  const { modeLink, modePoll } = useTexts('writing')
  const options = [
    ...modeOptions(t),
    { value: 'link' as const, label: modeLink, icon: <Icon of={LinkIcon} size={16} /> },
    { value: 'poll' as const, label: modePoll, icon: <Icon of={ChartBar} size={16} /> },
  ]
  return (
    <>
      <div className="post-modes needs-js">
        <Segmented<PostMode> label={texts.modes} options={options} value={mode} onChange={onMode} />
      </div>
      <noscript>
        <fieldset className="btn-row">
          <legend className="field__label">{texts.modes}</legend>
          {options.map(({ value, label }) => (
            <Button
              key={value}
              type="submit"
              variant={value === mode ? 'primary' : 'secondary'}
              size="small"
              name="_again"
              value={`mode=${value}`}
              aria-pressed={value === mode}>
              {label}
            </Button>
          ))}
        </fieldset>
      </noscript>
    </>
  )
}

export function PostPart({
  mode,
  parts,
  given,
  issues,
  onPart,
  onUpload,
}: {
  mode: PostMode
  given: File[] | null
  parts: PostParts
  issues: Record<string, string>
  onPart: (part: Partial<PostParts>) => void
  onUpload: (state: UploadState) => void
}) {
  if (mode === 'image')
    return (
      <ImagesField images={parts.images} given={given} onImages={(images) => onPart({ images })} onState={onUpload} />
    )
  if (mode === 'video')
    return (
      <>
        {parts.video_url !== null && <input type="hidden" name="video_url" value={parts.video_url} />}
        <UploadField
          key="video"
          kind="video"
          name="video_url"
          url={parts.video_url}
          onUrl={(video_url) => onPart({ video_url })}
          onState={onUpload}
        />
        <VideoTextFields texts={parts} onTexts={onPart} issues={issues} />
      </>
    )
  if (mode === 'link')
    return (
      <LinkField value={parts.link_url ?? ''} onValue={(link_url) => onPart({ link_url })} error={issues.link_url} />
    )
  return mode === 'poll' && parts.poll ? (
    <PollFields poll={parts.poll} onPoll={(poll) => onPart({ poll })} error={issues.poll} />
  ) : null
}
