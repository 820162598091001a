import { useEffect, useRef, useState, type DragEvent } from 'react'
import FileImage from 'lucide-react/icons/image'
import FileVideo from 'lucide-react/icons/video'
import { UPLOAD } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { Progress } from '#shared/ui/Progress.tsx'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'
import { Picture } from './Picture.tsx'
import { useUpload } from './use-upload.ts'
import { Video } from './Video.tsx'

const ACCEPTED = { image: 'image/jpeg,image/png,image/webp,image/gif', video: 'video/mp4,video/webm' } as const

/**
 * Takes the one picture or video of what is being written: by choosing, dropping or pasting a file. `url` is that of the file
 * once it is there; `onBusy` hears whether one is on its way.
 */
export function UploadField({ kind, url, onUrl, onBusy }: {
  kind: 'image' | 'video', url: string | null, onUrl: (url: string | null) => void, onBusy: (isBusy: boolean) => void
}) {
  const { api, t } = useSite()
  const texts = t.media
  const signInFirst = useSignInFirst()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isImage = kind === 'image'

  const { sending, failure, start, cancel, forget } = useUpload({
    check: (file) => {
      // What names no type is for the server to look at.
      if (file.type !== '' && !file.type.startsWith(`${kind}/`)) return isImage ? texts.notImageFile : texts.notVideoFile
      if (file.size > UPLOAD.file) return isImage ? texts.imageTooLarge : texts.videoTooLarge
      return null
    },
    send: async (file, options) => (await (isImage ? api.uploads.image({ file }, options) : api.uploads.video({ file }, options))).url,
    onSent: onUrl,
    fallback: texts.failed,
  })

  const take = (files: FileList | undefined): boolean => {
    const file = files?.[0]
    if (!file) return false
    if (signInFirst(texts.signIn)) start(file)
    return true
  }
  const latest = useRef(take)
  latest.current = take

  const isBusy = sending !== null
  const stage = isBusy ? (sending.share < 1 ? 'sending' : 'checking') : url === null ? 'empty' : 'ready'
  useEffect(() => {
    onBusy(isBusy)
    return () => onBusy(false)
    // A new function says nothing new.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy])

  useEffect(() => {
    const form = box.current?.closest('form')
    const paste = (event: ClipboardEvent) => { if (latest.current(event.clipboardData?.files)) event.preventDefault() }
    form?.addEventListener('paste', paste)
    return () => form?.removeEventListener('paste', paste)
  }, [])

  const shown = useRef(stage)
  useEffect(() => {
    const isNew = shown.current !== stage
    shown.current = stage
    // The button that was pressed went with its stage, and the focus with it.
    if (isNew && document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [stage])

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  const Icon = isImage ? FileImage : FileVideo
  return (
    <div
      ref={box} className={classNames('upload', isOver && 'upload--over')} role="group" tabIndex={-1}
      aria-label={isImage ? texts.image : texts.video}
      onDragOver={(event) => { event.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)} onDrop={drop}
    >
      {failure && (
        <Notice
          kind="danger" role="alert"
          acts={failure.again && <Button size="small" onClick={() => start(failure.again!)}>{t.app.retry}</Button>}
        >
          {failure.text}
        </Notice>
      )}
      {stage === 'empty' && (
        <>
          <Button icon={<Icon size={20} aria-hidden />} onClick={() => input.current?.click()}>{isImage ? texts.chooseImage : texts.chooseVideo}</Button>
          <p>{isImage ? texts.dropImage : texts.dropVideo}</p>
        </>
      )}
      {sending && (
        <>
          <p className="upload__name">{sending.name}</p>
          <Progress label={texts.sending} value={Math.round(sending.share * 100)}>
            <Button variant="quiet" size="small" onClick={cancel}>{texts.cancel}</Button>
          </Progress>
        </>
      )}
      {stage === 'ready' && (
        <>
          <div className="upload__preview">
            {isImage ? <Picture url={url!} alt={texts.preview} plays={false} isLazy={false} /> : <Video url={url!} label={texts.previewVideo} />}
          </div>
          <Button variant="quiet" size="small" onClick={() => { forget(); onUrl(null) }}>{texts.remove}</Button>
        </>
      )}
      <p role="status" className={stage === 'checking' ? undefined : 'visually-hidden'}>
        {stage === 'checking' ? texts.checking : stage === 'ready' ? texts.ready : stage === 'sending' ? texts.sending : ''}
      </p>
      <input
        ref={input} type="file" hidden accept={ACCEPTED[kind]}
        onChange={(event) => {
          take(event.target.files ?? undefined)
          // So that the same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
