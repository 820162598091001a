import { useRef, useState, type ReactNode } from 'react'
import ImageIcon from 'lucide-react/icons/image'
import Type from 'lucide-react/icons/type'
import VideoIcon from 'lucide-react/icons/video'
import type { Texts } from '#shared/i18n/index.ts'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { useText } from '#site/app/site-context.tsx'
import { UploadField } from '#site/features/media/UploadField.tsx'

export type Medium = { image_url: string | null, video_url: string | null }

/** A kind of post or comment: text alone, or text with a medium. */
export type WritingMode = 'text' | 'image' | 'video'

const NONE: Medium = { image_url: null, video_url: null }

/** What can be written, in the order of the switch. */
const MODES: { value: WritingMode, label: (t: Texts) => string, icon: ReactNode }[] = [
  { value: 'text', label: (t) => t.submit.modeText, icon: <Type size={16} aria-hidden /> },
  { value: 'image', label: (t) => t.submit.modeImage, icon: <ImageIcon size={16} aria-hidden /> },
  { value: 'video', label: (t) => t.submit.modeVideo, icon: <VideoIcon size={16} aria-hidden /> },
]

/**
 * The mode of a form whose medium is among its values: what there is decides, else what was chosen. A medium goes out of the
 * values with its mode and comes back with it.
 */
export function useWritingMode(medium: Medium, onMedium: (medium: Medium) => void) {
  const [chosen, setChosen] = useState<WritingMode>('text')
  const kept = useRef(NONE)
  const mode = medium.image_url !== null ? 'image' : medium.video_url !== null ? 'video' : chosen

  return {
    mode,
    choose(next: WritingMode): void {
      kept.current = { image_url: medium.image_url ?? kept.current.image_url, video_url: medium.video_url ?? kept.current.video_url }
      setChosen(next)
      onMedium({ image_url: next === 'image' ? kept.current.image_url : null, video_url: next === 'video' ? kept.current.video_url : null })
    },
    take(taken: Medium): void {
      kept.current = taken
      setChosen(mode)
      onMedium(taken)
    },
    /** Once it was sent. */
    startOver(): void {
      kept.current = NONE
      setChosen('text')
    },
  }
}

/** The switch between the modes. */
export function ModeSwitch({ label, mode, onMode }: { label: string, mode: WritingMode, onMode: (mode: WritingMode) => void }) {
  const t = useText()
  const options = MODES.map(({ value, label: name, icon }) => ({ value, label: name(t), icon }))
  return <Segmented label={label} options={options} value={mode} onChange={onMode} />
}

/** What takes the medium of a mode. */
export function MediumPicker({ mode, medium, onMedium, onBusy }: {
  mode: WritingMode, medium: Medium, onMedium: (medium: Medium) => void, onBusy: (isBusy: boolean) => void
}) {
  if (mode === 'text') return null
  const field = mode === 'image' ? 'image_url' : 'video_url'
  return <UploadField key={mode} kind={mode} url={medium[field]} onUrl={(url) => onMedium({ ...NONE, [field]: url })} onBusy={onBusy} />
}
