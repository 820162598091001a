import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type RefObject } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'
import { fileProblem, type UploadKind } from './file-problem.ts'
import {
  FileInput, stepOf, UploadFailureNotice, UploadInvitation, UploadPreview, UploadProgress, UploadStatus, type UploadStep,
} from './upload-parts.tsx'
import { useUpload } from './useUpload.ts'

const ACCEPTED: Record<UploadKind, string> = { image: 'image/jpeg,image/png,image/webp,image/gif', video: 'video/mp4,video/webm' }

/** 'failed' while the last chosen file was refused. */
export type UploadState = 'idle' | 'busy' | 'failed'

export function UploadField({ kind, url, onUrl, onState }: {
  kind: UploadKind, url: string | null, onUrl: (url: string | null) => void, onState: (state: UploadState) => void
}) {
  const { api, t } = useSite()
  const signInFirst = useSignInFirst()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { sending, failure, start, cancel, clearFailure } = useUpload({
    check: (file) => fileProblem(kind, file, t.uploads),
    send: async (file, options) => (await (kind === 'image' ? api.uploads.image({ file }, options) : api.uploads.video({ file }, options))).url,
    onSent: onUrl,
    fallback: t.uploads.failed,
  })
  const step = stepOf(sending, url)
  const take = (file: File) => { if (signInFirst(t.uploads.signIn)) start(file) }
  const { isOver, ...dropZone } = useDroppedFile(take)
  usePastedFile(box, take)
  useFocusKept(box, step)
  useReported(onState, sending ? 'busy' : failure ? 'failed' : 'idle')

  return (
    <div
      ref={box} className={classNames('upload', isOver && 'upload--over')} role="group" tabIndex={-1}
      aria-label={kind === 'image' ? t.uploads.image : t.uploads.video} {...dropZone}
    >
      {failure && <UploadFailureNotice failure={failure} />}
      {step === 'empty' && <UploadInvitation kind={kind} onChoose={() => input.current?.click()} />}
      {sending && <p className="upload__name">{sending.name}</p>}
      {sending && <UploadProgress sending={sending} onCancel={cancel} />}
      {step === 'ready' && <UploadPreview kind={kind} url={url!} onRemove={() => { clearFailure(); onUrl(null) }} />}
      <UploadStatus step={step} />
      <FileInput ref={input} accept={ACCEPTED[kind]} onFile={take} />
    </div>
  )
}

function useDroppedFile(take: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer.files[0]
      if (file) take(file)
    },
  }
}

function usePastedFile(element: RefObject<HTMLElement | null>, take: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    if (!file) return
    event.preventDefault()
    take(file)
  })
  useEffect(() => {
    const form = element.current?.closest('form')
    const listener = (event: ClipboardEvent) => paste(event)
    form?.addEventListener('paste', listener)
    return () => form?.removeEventListener('paste', listener)
  }, [element])
}

/** The pressed button is unmounted with its step. */
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
