import type { ComponentType, ReactNode } from 'react'
import Type from 'lucide-react/icons/type'
import type { Texts } from '#shared/i18n/index.ts'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { useText } from '#site/app/site-context.tsx'

export type Medium = { image_url: string | null, video_url: string | null }

/** A kind of post or comment; `Picker` chooses its medium, text alone has none. */
export type WritingMode = {
  value: 'text' | 'image' | 'video'
  label: (t: Texts) => string
  icon: ReactNode
  Picker?: ComponentType<{ medium: Medium, onMedium: (medium: Medium) => void }>
}

/** What can be written, in the order of the switch. */
export const writingModes: WritingMode[] = [
  { value: 'text', label: (t) => t.submit.modeText, icon: <Type size={16} aria-hidden /> },
]

/** The switch between the modes, where there is a choice. */
export function ModeSwitch({ label, mode, onMode }: { label: string, mode: WritingMode['value'], onMode: (mode: WritingMode['value']) => void }) {
  const t = useText()
  if (writingModes.length < 2) return null
  const options = writingModes.map(({ value, label: name, icon }) => ({ value, label: name(t), icon }))
  return <Segmented label={label} options={options} value={mode} onChange={onMode} />
}

/** What chooses the medium of a mode. */
export function MediumPicker({ mode, ...rest }: { mode: WritingMode['value'], medium: Medium, onMedium: (medium: Medium) => void }) {
  const Picker = writingModes.find(({ value }) => value === mode)?.Picker
  return Picker ? <Picker {...rest} /> : null
}
