import { useTexts } from '#shared/texts.ts'
import { useState, type KeyboardEvent } from 'react'
import Bold from 'lucide/dist/esm/icons/letter-b.mjs'
import Code from 'lucide/dist/esm/icons/code.mjs'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import Italic from 'lucide/dist/esm/icons/italic.mjs'
import LinkIcon from 'lucide/dist/esm/icons/link.mjs'
import List from 'lucide/dist/esm/icons/list.mjs'
import Quote from 'lucide/dist/esm/icons/quote.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import type { Mark } from './marks.ts'

/** Shortcuts need Ctrl or Cmd; `code` is the physical key, because keyboard layouts place digits differently. */
type Tool = { mark: Mark; icon: typeof Bold; code: string; shift: boolean; key: string }

const TOOLS: Tool[] = [
  { mark: 'bold', icon: Bold, code: 'KeyB', shift: false, key: 'B' },
  { mark: 'italic', icon: Italic, code: 'KeyI', shift: false, key: 'I' },
  { mark: 'link', icon: LinkIcon, code: 'KeyK', shift: false, key: 'K' },
  { mark: 'quote', icon: Quote, code: 'Digit9', shift: true, key: 'Shift+9' },
  { mark: 'list', icon: List, code: 'Digit8', shift: true, key: 'Shift+8' },
  { mark: 'code', icon: Code, code: 'KeyE', shift: false, key: 'E' },
  { mark: 'spoiler', icon: EyeOff, code: 'Digit1', shift: true, key: 'Shift+1' },
]

export function markOfKey({
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isComposing,
}: globalThis.KeyboardEvent): Mark | null {
  if (!(ctrlKey || metaKey) || altKey || isComposing) return null
  return TOOLS.find((tool) => tool.code === code && tool.shift === shiftKey)?.mark ?? null
}

/** The toolbar is one tab stop; arrow keys, Home and End move between its buttons. */
function moveFocus(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const last = buttons.length - 1
  const next = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[
    event.key
  ]
  if (next === undefined) return undefined
  event.preventDefault()
  buttons[next]!.focus()
  return buttons[next]
}

/** The preview panel with the id `previewId` exists only while `isPreview` is true. */
export function ComposerBar({
  isPreview,
  previewId,
  onPreview,
  onMark,
}: {
  isPreview: boolean
  previewId: string
  onPreview: (isPreview: boolean) => void
  onMark: (mark: Mark) => void
}) {
  const t = useTexts('composer')
  const tab = (of: boolean, label: string) => (
    <button
      type="button"
      role="tab"
      className="composer__tab"
      aria-selected={isPreview === of}
      tabIndex={isPreview === of ? 0 : -1}
      aria-controls={of && isPreview ? previewId : undefined}
      onClick={() => onPreview(of)}>
      {label}
    </button>
  )
  return (
    <div className="composer__bar needs-js">
      <div
        className="composer__tabs"
        role="tablist"
        aria-label={t.label}
        onKeyDown={(event) => moveFocus(event)?.click()}>
        {tab(false, t.write)} {tab(true, t.preview)}
      </div>
      {!isPreview && <Toolbar onMark={onMark} />}
    </div>
  )
}

function Toolbar({ onMark }: { onMark: (mark: Mark) => void }) {
  const t = useTexts('composer')
  const [stop, setStop] = useState(0)
  return (
    <div className="composer__tools" role="toolbar" aria-label={t.toolbar} onKeyDown={moveFocus}>
      {TOOLS.flatMap(({ mark, icon, key }, at) => [
        <IconButton
          key={mark}
          label={t.marks[mark]}
          title={`${t.marks[mark]} (Ctrl+${key})`}
          aria-keyshortcuts={`Control+${key}`}
          icon={<Icon of={icon} size={18} />}
          tabIndex={at === stop ? 0 : -1}
          onFocus={() => setStop(at)}
          // preventDefault keeps focus and selection in the text area.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onMark(mark)}
        />,
        ' ',
      ])}
    </div>
  )
}
