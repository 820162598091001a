import { useEffect, useRef, useState, type ClipboardEvent, type ComponentProps, type DragEvent, type KeyboardEvent } from 'react'
import { MentionTextArea } from '#site/features/mentions/MentionTextArea.tsx'

type Props = ComponentProps<typeof MentionTextArea> & {
  /** Gets pasted and dropped pictures. */
  onImages?: (files: File[]) => void
}

type Tools = typeof import('./Tools.tsx')

const imagesOf = (data: DataTransfer): File[] => [...data.files].filter(({ type }) => type.startsWith('image/'))

/** A text area whose tools load when it is first focused; their place is there at once, so that no button moves from under a press. */
export function Composer({ onImages, onKeyDown, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isLoading = useRef(false)
  const [isOpen, setOpen] = useState(false)
  const [tools, setTools] = useState<Tools | null>(null)
  const [isPreview, setPreview] = useState(false)
  const { value } = rest
  useEffect(() => { if (value === '') setPreview(false) }, [value])
  const area = () => box.current!.querySelector('textarea')!

  async function load(): Promise<void> {
    setOpen(true)
    if (isLoading.current) return
    isLoading.current = true
    try {
      setTools(await import('./Tools.tsx'))
    } catch (error) {
      console.warn('Loading the tools of a text failed', error)
      isLoading.current = false
    }
  }

  function takeImages(event: ClipboardEvent | DragEvent, data: DataTransfer): void {
    const images = imagesOf(data)
    // A field for files may have taken them already.
    if (!onImages || images.length === 0 || event.isDefaultPrevented()) return
    event.preventDefault()
    onImages(images)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const mark = tools?.markOfKey(event.nativeEvent)
    if (!mark) return onKeyDown?.(event)
    event.preventDefault()
    tools!.applyMark(event.currentTarget, mark, rest.onValue)
  }

  return (
    <div
      ref={box} className="composer" onFocus={() => void load()}
      onPaste={(event) => takeImages(event, event.clipboardData)} onDrop={(event) => takeImages(event, event.dataTransfer)}
    >
      <div className={isPreview ? 'composer__away' : undefined}><MentionTextArea {...rest} onKeyDown={press} /></div>
      {isOpen && (
        <div className="composer__place">
          {tools && <tools.Tools value={value} isPreview={isPreview} onPreview={setPreview} onMark={(mark) => tools.applyMark(area(), mark, rest.onValue)} />}
        </div>
      )}
    </div>
  )
}
