import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useTexts } from '#shared/texts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'
import { fileProblem, type UploadKind } from './file-problem.ts'
import {
  ACCEPTED,
  FileInput,
  stepOf,
  UploadFailureNotice,
  UploadInvitation,
  UploadPreview,
  UploadProgress,
  UploadStatus,
  type UploadStep,
} from './upload-parts.tsx'
import { useGivenFiles } from './useGivenFiles.ts'
import { useUpload } from './useUpload.ts'

/** 'failed': the last chosen file was refused. */
export type UploadState = 'idle' | 'busy' | 'failed'

type UploadFieldProps = {
  /** Files pasted or dropped elsewhere on the page; each list is taken once. */
  given?: File[] | null
  kind: UploadKind
  /** Name of the form field for the uploaded file's URL. */
  name: string
  max?: number
  url: string | null
  onUrl: (url: string | null) => void
  onState: (state: UploadState) => void
  /** False if the form that contains the picture cannot be queued offline. */
  mayWait?: boolean
}

/** With `max` several files can be chosen; they are uploaded one after another. */
export function UploadField(props: UploadFieldProps) {
  const { kind, name, url, onUrl, onState, max = 1, given = null, mayWait = true } = props
  const { api, t } = useSite()
  const own = useTexts('uploading')
  const signInFirst = useSignInFirst()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const waiting = useRef<File[]>([])
  const { sending, failure, start, cancel, clearFailure } = useUpload({
    check: (file) => fileProblem(kind, file, t.uploads),
    send: async (file, options) =>
      (
        await (kind === 'image'
          ? api.uploads.image({ file }, { ...options, mayWait })
          : api.uploads.video({ file }, options))
      ).url,
    onSent: (sent) => {
      onUrl(sent)
      const next = waiting.current.shift()
      if (next) queueMicrotask(() => start(next))
    },
    fallback: t.uploads.failed,
  })
  const step = stepOf(sending, url)
  function take(files: Iterable<File>): void {
    const [first, ...more] = [...files].slice(0, max)
    if (!first || !signInFirst(t.uploads.signIn)) return
    waiting.current = more
    start(first)
  }
  const { isOver, ...dropZone } = useGivenFiles(box, given, take)
  useFocusKept(box, step)
  useReported(onState, sending ? 'busy' : failure ? 'failed' : 'idle')

  return (
    <div
      ref={box}
      className={classNames('upload', isOver && 'upload--over')}
      role="group"
      tabIndex={-1}
      aria-label={kind === 'image' ? own.image : own.video}
      {...dropZone}>
      {failure && <UploadFailureNotice failure={failure} />}
      {step === 'empty' && (
        <UploadInvitation kind={kind} name={name} multiple={max > 1} onChoose={() => input.current?.click()} />
      )}
      {sending && <p className="upload__name">{sending.name}</p>}
      {sending && (
        <UploadProgress
          sending={sending}
          onCancel={() => {
            waiting.current = []
            cancel()
          }}
        />
      )}
      {step === 'ready' && (
        <UploadPreview
          kind={kind}
          name={name}
          url={url!}
          onRemove={() => {
            clearFailure()
            onUrl(null)
          }}
        />
      )}
      <UploadStatus step={step} />
      <FileInput ref={input} accept={ACCEPTED[kind]} multiple={max > 1} onFile={(_, files) => take(files)} />
    </div>
  )
}

/** The clicked button was removed with the previous step, so the new step gets the focus. */
function useFocusKept(element: RefObject<HTMLElement | null>, step: UploadStep): void {
  const shown = useRef(step)
  useEffect(() => {
    const isNew = shown.current !== step
    shown.current = step
    if (isNew && document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [element, step])
}

function useReported(onState: (state: UploadState) => void, state: UploadState): void {
  const report = useEffectEvent(onState)
  useEffect(() => {
    report(state)
    return () => report('idle')
  }, [state])
}
