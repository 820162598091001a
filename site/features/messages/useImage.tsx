import { useRef, type ClipboardEvent, type ReactNode } from 'react'
import ImageIcon from 'lucide-react/icons/image'
import X from 'lucide-react/icons/x'
import { UPLOAD } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Progress } from '#shared/ui/Progress.tsx'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'
import { useUpload } from '#site/features/media/use-upload.ts'
import { PrivateImage } from './PrivateImage.tsx'

/**
 * The one picture of a message, chosen or pasted. `button` chooses it; `state` shows it, its way to the server, or why it
 * was refused; `paste` is for the field beside it.
 */
export function useImage(url: string | null, onUrl: (url: string | null) => void): {
  button: ReactNode
  state: ReactNode
  isSending: boolean
  paste: (event: ClipboardEvent) => void
} {
  const { api, t } = useSite()
  const { media, messages } = t
  const signInFirst = useSignInFirst()
  const input = useRef<HTMLInputElement>(null)
  const { sending, failure, start, cancel } = useUpload({
    check: (file) => {
      if (!file.type.startsWith('image/')) return media.notImageFile
      return file.size > UPLOAD.messageImage ? messages.imageTooLarge : null
    },
    send: async (file, options) => (await api.uploads.messageImage({ image: file }, options)).image_url,
    onSent: onUrl,
    fallback: media.failed,
  })

  function take(file: File | undefined): void {
    if (file && signInFirst(media.signIn)) start(file)
  }

  return {
    isSending: sending !== null,
    paste: (event) => {
      const { files, types } = event.clipboardData
      // Text of an office program comes with a picture of itself.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      take(files[0])
    },
    button: (
      <>
        <IconButton label={messages.attach} icon={<ImageIcon size={20} aria-hidden />} onClick={() => input.current?.click()} />
        <input
          ref={input} type="file" hidden accept="image/*"
          onChange={(event) => {
            take(event.target.files?.[0])
            // So that the same file may be chosen again.
            event.target.value = ''
          }}
        />
      </>
    ),
    state: (
      <>
        {failure && (
          <Notice
            kind="danger" role="alert"
            acts={failure.again && <Button size="small" onClick={() => start(failure.again!)}>{t.app.retry}</Button>}
          >
            {failure.text}
          </Notice>
        )}
        {sending && (
          <Progress label={media.sending} value={Math.round(sending.share * 100)}>
            <Button variant="quiet" size="small" onClick={cancel}>{media.cancel}</Button>
          </Progress>
        )}
        {url !== null && !sending && (
          <div className="thread-form__image">
            <PrivateImage key={url} url={url} alt={media.preview} />
            <IconButton label={media.remove} icon={<X size={18} aria-hidden />} onClick={() => onUrl(null)} />
          </div>
        )}
        <span className="visually-hidden" role="status">{sending ? (sending.share < 1 ? media.sending : media.checking) : url !== null ? media.ready : ''}</span>
      </>
    ),
  }
}
