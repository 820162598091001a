import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useTexts } from '#shared/texts.ts'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { mentionAt, withMention } from './mention-at.ts'
import { useSuggestions } from './useSuggestions.ts'
import { UserOptions } from './UserOptions.tsx'

type Props = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'ref'> & {
  ref?: RefObject<HTMLTextAreaElement | null>
  value: string
  onValue: (value: string) => void
}

/** Suggests users after '@'; the focus stays in the text area. */
export function MentionTextArea({ ref, value, onValue, onKeyDown, onBlur, ...rest }: Props) {
  const t = useTexts('comments')
  const id = useId()
  const own = useRef<HTMLTextAreaElement>(null)
  const area = ref ?? own
  const caretAfter = useRef<number | null>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [active, setActive] = useState(0)

  const mention = caret === null ? null : mentionAt(value, caret)
  const place = mention && `${mention.start} ${mention.query}`
  const isClosed = place === null || place === closedAt
  const found = useSuggestions(isClosed ? null : mention!.query)
  const isOpen = !isClosed && found.length > 0
  const chosen = Math.min(active, found.length - 1)

  useLayoutEffect(() => {
    if (caretAfter.current === null) return
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  }, [area, value])

  function insert(at: number): void {
    const next = withMention(value, mention!, found[at]!.username)
    caretAfter.current = next.caret
    setCaret(next.caret)
    onValue(next.text)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isPlain =
      !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (!isOpen || !isPlain) return onKeyDown?.(event)
    if (event.key === 'ArrowDown') setActive((chosen + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((chosen - 1 + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(chosen)
    else if (event.key === 'Escape') setClosedAt(place)
    else return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="input-wrap">
      <TextArea
        {...rest}
        ref={area}
        value={value}
        onKeyDown={press}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
        onChange={(event) => {
          setCaret(event.target.selectionStart)
          setClosedAt(null)
          setActive(0)
          onValue(event.target.value)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={(event) => {
          setCaret(null)
          onBlur?.(event)
        }}
      />
      {isOpen && <UserOptions id={id} label={t.suggestions} users={found} chosen={chosen} onChoose={insert} />}
      <span className="visually-hidden" role="status">
        {isOpen && t.suggested(found.length)}
      </span>
    </div>
  )
}
