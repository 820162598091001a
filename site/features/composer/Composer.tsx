import { useTexts } from '#shared/texts.ts'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
} from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { MentionTextArea } from '#site/features/mentions/MentionTextArea.tsx'
import { ComposerBar, markOfKey } from './ComposerBar.tsx'
import type { Mark } from './marks.ts'

type Props = ComponentProps<typeof MentionTextArea> & {
  /** Receives pictures that were pasted or dropped. */
  onImages?: (files: File[]) => void
}

/** Parts of the editor, which are null until they are first used. */
const parts = {
  applyMark: null as typeof import('./apply-mark.ts').applyMark | null,
  Preview: null as typeof import('./Preview.tsx').Preview | null,
}

const loadMarks = async () => {
  parts.applyMark = (await import('./apply-mark.ts')).applyMark
}
const loadPreview = async () => {
  parts.Preview = (await import('./Preview.tsx')).Preview
}

const imagesOf = (data: DataTransfer): File[] => [...data.files].filter(({ type }) => type.startsWith('image/'))

/** The code of the formatting toolbar is loaded at first focus. */
export function Composer({ onImages, onKeyDown, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const previewId = useId()
  const t = useTexts('composer')
  const [isPreview, setPreview] = useState(false)
  const [Preview, setPreviewPart] = useState(() => parts.Preview)
  const { value } = rest
  const early = usePreviewOf(value)
  useEffect(() => {
    if (value === '') setPreview(false)
  }, [value])

  function loadAhead(): void {
    for (const load of [loadMarks, loadPreview])
      load().catch((error: unknown) => console.warn('Loading the tools of a text failed', error))
  }

  async function mark(of: Mark): Promise<void> {
    try {
      // Loaded code is not awaited, because a quick writer may type the next characters during an `await`.
      if (!parts.applyMark) await loadMarks()
      parts.applyMark!(box.current!.querySelector('textarea')!, of, rest.onValue)
    } catch (error) {
      showFailure(error, t.toolFailed)
    }
  }

  async function showPreview(isShown: boolean): Promise<void> {
    setPreview(isShown)
    if (!isShown || Preview) return
    try {
      await loadPreview()
      setPreviewPart(() => parts.Preview)
    } catch (error) {
      setPreview(false)
      showFailure(error, t.failed)
    }
  }

  function takeImages(event: ClipboardEvent | DragEvent, data: DataTransfer): void {
    const images = imagesOf(data)
    // An upload field may have handled the pictures already.
    if (!onImages || images.length === 0 || event.isDefaultPrevented()) return
    event.preventDefault()
    onImages(images)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const of = markOfKey(event.nativeEvent)
    if (!of) return onKeyDown?.(event)
    event.preventDefault()
    void mark(of)
  }

  return (
    <div
      ref={box}
      className="composer"
      onFocus={loadAhead}
      onPaste={(event) => takeImages(event, event.clipboardData)}
      onDrop={(event) => takeImages(event, event.dataTransfer)}>
      <ComposerBar
        isPreview={isPreview}
        previewId={previewId}
        onPreview={(isShown) => void showPreview(isShown)}
        onMark={(of) => void mark(of)}
      />
      <div className={isPreview ? 'composer__away' : undefined}>
        <MentionTextArea {...rest} onKeyDown={press} />
      </div>
      <noscript>
        <Button type="submit" variant="quiet" size="small" name="_preview" value="true">
          {t.preview}
        </Button>
        {early !== null && (
          <section className="composer__preview prose" aria-label={t.preview} dangerouslySetInnerHTML={early} />
        )}
      </noscript>
      {isPreview && (
        <div id={previewId} className="composer__preview" role="tabpanel" aria-label={t.preview} tabIndex={0}>
          {Preview ? <Preview content={value} /> : <p role="status">{t.loading}</p>}
        </div>
      )}
    </div>
  )
}

/** The preview that the server rendered for a form sent without JavaScript; null for other content. */
function usePreviewOf(content: string): { __html: string } | null {
  const { failed_form } = useSite()
  const html = failed_form?.extra.preview
  return typeof html === 'string' && failed_form!.values.content === content ? { __html: html } : null
}
