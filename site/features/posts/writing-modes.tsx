import { useEffect, useRef, useState, type ReactNode } from 'react'
import ImageIcon from 'lucide/dist/esm/icons/image.mjs'
import Type from 'lucide/dist/esm/icons/type.mjs'
import VideoIcon from 'lucide/dist/esm/icons/video.mjs'
import type { Texts } from '#shared/i18n/index.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { useText } from '#site/core/site-context.tsx'
import { FileField } from '#site/features/uploads/upload-parts.tsx'
import { NO_VIDEO_TEXTS, videoTextFields, type VideoTextDraft } from '#site/features/uploads/video-fields.ts'
import { UploadField, type UploadState } from '#site/features/uploads/UploadField.tsx'

type Medium = VideoTextDraft & { image_url: string | null; video_url: string | null }

type WritingMode = 'text' | 'image' | 'video'

export const NO_MEDIUM: Medium = { image_url: null, video_url: null, ...NO_VIDEO_TEXTS }

const fieldOf = (mode: 'image' | 'video') => (mode === 'image' ? 'image_url' : 'video_url')

const MODES: { value: WritingMode; label: (t: Texts) => string; icon: ReactNode }[] = [
  { value: 'text', label: (t) => textsFor(t.lang, 'submit').modeText, icon: <Icon of={Type} size={16} /> },
  { value: 'image', label: (t) => textsFor(t.lang, 'submit').modeImage, icon: <Icon of={ImageIcon} size={16} /> },
  { value: 'video', label: (t) => textsFor(t.lang, 'submit').modeVideo, icon: <Icon of={VideoIcon} size={16} /> },
]

/** Asks before a form is sent without the file that was refused; `mode` is null if the form has no file field. */
export function useUploadGuard(mode: 'image' | 'video' | null, hasFile: boolean) {
  const t = useTexts('writing')
  const ask = useConfirm()
  const [upload, setUpload] = useState<UploadState>('idle')
  return {
    isUploading: upload === 'busy',
    setUpload,
    confirmWithoutMedium: async (): Promise<boolean> => {
      if (upload !== 'failed' || mode === null || hasFile) return true
      return ask({ ...t.without[mode], cancelLabel: t.without.back })
    },
  }
}

/** An uploaded file decides the mode; the file of the other mode is kept. */
export function useWritingMode(medium: Medium, onMedium: (medium: Medium) => void) {
  const [chosen, setChosen] = useState<WritingMode>('text')
  const [given, setGiven] = useState<File[] | null>(null)
  const kept = useRef(NO_MEDIUM)
  const mode = medium.image_url !== null ? 'image' : medium.video_url !== null ? 'video' : chosen

  return {
    mode,
    ...useUploadGuard(mode === 'text' ? null : mode, medium.image_url !== null || medium.video_url !== null),
    given,
    choose,
    attach(files: File[]): void {
      if (mode === 'video') return
      choose('image')
      setGiven(files)
    },
    take(taken: Medium): void {
      kept.current = taken
      setChosen(mode)
      onMedium(taken)
    },
    startOver(): void {
      kept.current = NO_MEDIUM
      setGiven(null)
      setChosen('text')
    },
  }

  function choose(next: WritingMode): void {
    const { captions_url, captions_lang, video_alt } = medium.video_url === null ? kept.current : medium
    kept.current = {
      image_url: medium.image_url ?? kept.current.image_url,
      video_url: medium.video_url ?? kept.current.video_url,
      captions_url,
      captions_lang,
      video_alt,
    }
    setGiven(null)
    setChosen(next)
    const { image_url, ...video } = kept.current
    onMedium({ ...NO_MEDIUM, ...(next === 'image' && { image_url }), ...(next === 'video' && video) })
  }
}

export const modeOptions = (t: Texts) => MODES.map(({ value, label, icon }) => ({ value, label: label(t), icon }))

export function ModeSwitch({
  label,
  mode,
  onMode,
}: {
  label: string
  mode: WritingMode
  onMode: (mode: WritingMode) => void
}) {
  return (
    <div className="needs-js">
      <Segmented label={label} options={modeOptions(useText())} value={mode} onChange={onMode} />
    </div>
  )
}

export function MediumPicker({
  mode,
  medium,
  given,
  issues,
  onMedium,
  onState,
}: {
  mode: WritingMode
  given: File[] | null
  medium: Medium
  issues: Record<string, string>
  onMedium: (medium: Medium) => void
  onState: (state: UploadState) => void
}) {
  const VideoTextFields = videoTextFields.part
  useVideoTextFields(medium.video_url !== null)
  if (mode === 'text') return <MediumFiles />
  const field = fieldOf(mode)
  return (
    <>
      {medium[field] !== null && <input type="hidden" name={field} value={medium[field]} />}
      <UploadField
        key={mode}
        kind={mode}
        name={field}
        url={medium[field]}
        given={given}
        onUrl={(url) => onMedium({ ...NO_MEDIUM, [field]: url })}
        onState={onState}
      />
      {medium.video_url !== null && VideoTextFields && (
        <VideoTextFields texts={medium} onTexts={(texts) => onMedium({ ...medium, ...texts })} issues={issues} />
      )}
    </>
  )
}

/** Loads the code of the fields for a video's texts as soon as it is wanted; on the server it is loaded already. */
function useVideoTextFields(isWanted: boolean): void {
  const { app } = useText()
  const [, show] = useState(false)
  useEffect(() => {
    if (isWanted) videoTextFields.open(() => show(true), app.unexpectedText)
  }, [isWanted, app])
}

/** File fields for readers without JavaScript. */
function MediumFiles() {
  const { uploads } = useText()
  return (
    <noscript>
      <details>
        <summary className="action">{uploads.attach}</summary>
        <FileField kind="image" name="image_url" />
        <FileField kind="video" name="video_url" />
      </details>
    </noscript>
  )
}
