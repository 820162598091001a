import { useEffect, useId, useRef, useState } from 'react'
import FileImage from 'lucide/dist/esm/icons/image.mjs'
import { UPLOAD } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { useAdmin } from '../../kit/context.ts'
import { failureText, isSignedOut } from '../../kit/failure.ts'

type AdPictureProps = {
  /** By default the label of an ad's picture. */
  label?: string
  hint?: string
  disabled?: boolean
  url: string | null
  error?: string
  onUrl: (url: string | null) => void
  onSending: (isSending: boolean) => void
}

const TYPES = 'image/jpeg,image/png,image/webp,image/gif'

export function AdPicture({ label: title, hint, disabled, url, error, onUrl, onSending }: AdPictureProps) {
  const { t } = useAdmin()
  const text = t.ads
  const input = useRef<HTMLInputElement>(null)
  const label = useId()
  const { sending, failure, send, cancel } = usePicture(onUrl, onSending)

  return (
    <div className="ad-picture" role="group" aria-labelledby={label}>
      <span id={label} className="field__label">
        {title ?? text.picture}
      </span>
      <p className="field__hint">{hint ?? text.pictureHint}</p>
      <FormFailure text={failure ?? error} />
      {url !== null && sending === null && <img className="ad-picture__image" src={url} alt={text.picturePreview} />}
      <p role="status" className={sending === null ? 'visually-hidden' : undefined}>
        {sending === null ? '' : text.sendingPicture(sending)}
      </p>
      <div className="btn-row">
        {sending === null ? (
          <Button
            size="small"
            disabled={disabled}
            icon={<Icon of={FileImage} size={18} />}
            onClick={() => input.current?.click()}>
            {url === null ? text.choosePicture : text.otherPicture}
          </Button>
        ) : (
          <Button size="small" onClick={cancel}>
            {t.kit.cancel}
          </Button>
        )}
        {url !== null && sending === null && !disabled && (
          <Button size="small" variant="quiet" onClick={() => onUrl(null)}>
            {text.removePicture}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void send(file)
          // A cleared field fires a change event even if the same file is chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}

function usePicture(onUrl: AdPictureProps['onUrl'], onSending: AdPictureProps['onSending']) {
  const { api, shell, t } = useAdmin()
  const abort = useRef<AbortController>(null)
  const [sending, setSending] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  function stop(): void {
    abort.current = null
    setSending(null)
    onSending(false)
  }

  function cancel(): void {
    abort.current?.abort()
    stop()
  }

  async function send(file: File): Promise<void> {
    if (file.size > UPLOAD.file) return setFailure(t.ads.pictureTooLarge)
    const own = new AbortController()
    abort.current = own
    setFailure(null)
    setSending(file.name)
    onSending(true)
    try {
      const sent = await api.adminUploads.image({ file }, { signal: own.signal })
      if (abort.current === own) onUrl(sent.url)
    } catch (cause) {
      if (abort.current !== own) return
      if (isSignedOut(cause)) shell.onSignedOut()
      else setFailure(failureText(cause, t))
    } finally {
      if (abort.current === own) stop()
    }
  }

  return { sending, failure, send, cancel }
}
