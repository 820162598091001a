import { useRef } from 'react'
import ChartBar from 'lucide/dist/esm/icons/chart-bar.mjs'
import LinkIcon from 'lucide/dist/esm/icons/link.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { useText } from '#site/core/site-context.tsx'
import { EMPTY_POLL, type PollDraft } from '../polls/PollFields.tsx'
import { modeOptions, type useWritingMode, type WritingMode } from './writing-modes.tsx'
import { useWritingTexts } from './writing-texts.ts'

export type PostMode = WritingMode | 'link' | 'poll'

type Extras = { link_url: string | null, poll: PollDraft | null }

const isExtra = (mode: PostMode) => mode === 'link' || mode === 'poll'

/** A link or a poll in the values decides the mode; switching takes it out and puts it back later. */
export function usePostMode({ link_url, poll }: Extras, onExtras: (extras: Extras) => void, writing: ReturnType<typeof useWritingMode>) {
  const kept = useRef({ link_url: '', poll: EMPTY_POLL })
  const mode: PostMode = link_url !== null ? 'link' : poll !== null ? 'poll' : writing.mode
  return {
    mode,
    choose(next: PostMode): void {
      kept.current = { link_url: link_url ?? kept.current.link_url, poll: poll ?? kept.current.poll }
      writing.choose(isExtra(next) ? 'text' : next as WritingMode)
      onExtras({ link_url: next === 'link' ? kept.current.link_url : null, poll: next === 'poll' ? kept.current.poll : null })
    },
  }
}

export function PostModeSwitch({ mode, onMode }: { mode: PostMode, onMode: (mode: PostMode) => void }) {
  const t = useText()
  const { modeLink, modePoll } = useWritingTexts()
  const options = [
    ...modeOptions(t),
    { value: 'link' as const, label: modeLink, icon: <Icon of={LinkIcon} size={16} /> },
    { value: 'poll' as const, label: modePoll, icon: <Icon of={ChartBar} size={16} /> },
  ]
  return <div className="post-modes"><Segmented<PostMode> label={t.submit.modes} options={options} value={mode} onChange={onMode} /></div>
}
