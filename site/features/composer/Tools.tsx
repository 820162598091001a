import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import Bold from 'lucide/dist/esm/icons/letter-b.mjs'
import Code from 'lucide/dist/esm/icons/code.mjs'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import Italic from 'lucide/dist/esm/icons/italic.mjs'
import LinkIcon from 'lucide/dist/esm/icons/link.mjs'
import List from 'lucide/dist/esm/icons/list.mjs'
import Quote from 'lucide/dist/esm/icons/quote.mjs'
import { composer as en } from '#shared/i18n/en/composer.ts'
import { composer as pl, type ComposerTexts } from '#shared/i18n/pl/composer.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { failureText } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { editOf, MARKS, type Mark } from './marks.ts'

const TEXTS = { pl, en }

const ICONS = { bold: Bold, italic: Italic, link: LinkIcon, quote: Quote, list: List, code: Code, spoiler: EyeOff }

/** With Ctrl or Cmd; digits by their place on the keyboard. */
const KEYS: Record<Mark, { code: string, shift: boolean, name: string }> = {
  bold: { code: 'KeyB', shift: false, name: 'B' },
  italic: { code: 'KeyI', shift: false, name: 'I' },
  link: { code: 'KeyK', shift: false, name: 'K' },
  code: { code: 'KeyE', shift: false, name: 'E' },
  list: { code: 'Digit8', shift: true, name: 'Shift+8' },
  quote: { code: 'Digit9', shift: true, name: 'Shift+9' },
  spoiler: { code: 'Digit1', shift: true, name: 'Shift+1' },
}

export function markOfKey({ code, ctrlKey, metaKey, altKey, shiftKey, isComposing }: globalThis.KeyboardEvent): Mark | null {
  if (!(ctrlKey || metaKey) || altKey || isComposing) return null
  return MARKS.find((mark) => KEYS[mark].code === code && KEYS[mark].shift === shiftKey) ?? null
}

export function applyMark(area: HTMLTextAreaElement, mark: Mark, onValue: (value: string) => void): void {
  const { value: text, selectionStart, selectionEnd } = area
  const { from, to, insert, start, end } = editOf(mark, { text, start: selectionStart, end: selectionEnd })
  area.focus()
  area.setSelectionRange(from, to)
  // The only way that keeps the browser's undo.
  const isInserted = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
  const select = () => area.setSelectionRange(start, end)
  if (isInserted) return select()
  onValue(text.slice(0, from) + insert + text.slice(to))
  requestAnimationFrame(select)
}

export function Tools({ value, isPreview, onPreview, onMark }: {
  value: string, isPreview: boolean, onPreview: (isPreview: boolean) => void, onMark: (mark: Mark) => void
}) {
  const t = TEXTS[useSite().lang]
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const next = event.key === 'Home' ? false : event.key === 'End' ? true : !isPreview
    onPreview(next)
    list.current!.querySelectorAll<HTMLElement>('[role=tab]')[Number(next)]!.focus()
  }

  const tab = (of: boolean, label: string) => (
    <button
      type="button" role="tab" className="composer__tab" aria-selected={isPreview === of} tabIndex={isPreview === of ? 0 : -1}
      aria-controls={of && isPreview ? id : undefined} onClick={() => onPreview(of)}
    >
      {label}
    </button>
  )
  return (
    <>
      {isPreview && <Preview id={id} content={value} t={t} />}
      <div className="composer__bar">
        <div ref={list} className="composer__tabs" role="tablist" aria-label={t.label} onKeyDown={move}>
          {tab(false, t.write)}
          {tab(true, t.preview)}
        </div>
        {!isPreview && <Toolbar t={t} onMark={onMark} />}
      </div>
    </>
  )
}

function Toolbar({ t, onMark }: { t: ComposerTexts, onMark: (mark: Mark) => void }) {
  return (
    <div className="composer__tools" role="group" aria-label={t.toolbar}>
      {MARKS.map((mark) => {
        const { name } = KEYS[mark]
        return (
          <IconButton
            key={mark} label={t.marks[mark]} title={`${t.marks[mark]} (Ctrl+${name})`} aria-keyshortcuts={`Control+${name}`}
            icon={<Icon of={ICONS[mark]} size={18} />} onMouseDown={(event) => event.preventDefault()} onClick={() => onMark(mark)}
          />
        )
      })}
    </div>
  )
}

function Preview({ id, content, t }: { id: string, content: string, t: ComposerTexts }) {
  const { api, isSignedIn } = useSite()
  const [shown, setShown] = useState<{ html: string } | { text: string }>({ text: t.loading })
  useEffect(() => {
    if (content.trim() === '') return setShown({ text: t.empty })
    if (!isSignedIn()) return setShown({ text: t.signIn })
    const abort = new AbortController()
    api.markdown.preview({ content }, { signal: abort.signal }).then(setShown, (error: unknown) => {
      if (!abort.signal.aborted) setShown({ text: failureText(error, t.failed) })
    })
    return () => abort.abort()
  }, [api, content, isSignedIn, t])
  return (
    <div id={id} className="composer__preview" role="tabpanel" aria-label={t.preview} tabIndex={0}>
      {'html' in shown ? <div className="prose" dangerouslySetInnerHTML={{ __html: shown.html }} /> : <p role="status">{shown.text}</p>}
    </div>
  )
}
