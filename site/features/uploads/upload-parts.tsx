import type { RefObject } from 'react'
import FileImage from 'lucide/dist/esm/icons/image.mjs'
import FileVideo from 'lucide/dist/esm/icons/video.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Progress } from '#shared/ui/Progress.tsx'
import { useText } from '#site/core/site-context.tsx'
import type { UploadKind } from './file-problem.ts'
import { Picture } from './Picture.tsx'
import type { Sending, UploadFailure } from './useUpload.ts'
import { Video } from './Video.tsx'

/** At 'checking' the whole file was sent and the server looks at it. */
export type UploadStep = 'empty' | 'sending' | 'checking' | 'ready'

export function stepOf(sending: Sending | null, url: string | null): UploadStep {
  if (sending) return sending.share < 1 ? 'sending' : 'checking'
  return url === null ? 'empty' : 'ready'
}

export function UploadFailureNotice({ failure: { text, retry } }: { failure: UploadFailure }) {
  const { app } = useText()
  return (
    <Notice
      kind="danger"
      role="alert"
      actions={
        retry && (
          <Button size="small" onClick={retry}>
            {app.retry}
          </Button>
        )
      }>
      {text}
    </Notice>
  )
}

export function UploadInvitation({ kind, onChoose }: { kind: UploadKind; onChoose: () => void }) {
  const { uploads: t } = useText()
  const icon = kind === 'image' ? FileImage : FileVideo
  return (
    <>
      <Button icon={<Icon of={icon} size={20} />} onClick={onChoose}>
        {kind === 'image' ? t.chooseImage : t.chooseVideo}
      </Button>
      <p>{kind === 'image' ? t.dropImage : t.dropVideo}</p>
    </>
  )
}

export function UploadProgress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { uploads: t } = useText()
  return (
    <Progress label={t.sending} value={Math.round(sending.share * 100)}>
      <Button variant="quiet" size="small" onClick={onCancel}>
        {t.cancel}
      </Button>
    </Progress>
  )
}

export function UploadPreview({ kind, url, onRemove }: { kind: UploadKind; url: string; onRemove: () => void }) {
  const { uploads: t } = useText()
  return (
    <>
      <div className="upload__preview">
        {kind === 'image' ? (
          <Picture url={url} alt={t.preview} plays={false} isLazy={false} />
        ) : (
          <Video url={url} label={t.previewVideo} />
        )}
      </div>
      <Button variant="quiet" size="small" onClick={onRemove}>
        {t.remove}
      </Button>
    </>
  )
}

/** For screen readers, except while the server checks. */
export function UploadStatus({ step }: { step: UploadStep }) {
  const { uploads: t } = useText()
  const texts: Record<UploadStep, string> = { empty: '', sending: t.sending, checking: t.checking, ready: t.ready }
  return (
    <p role="status" className={step === 'checking' ? undefined : 'visually-hidden'}>
      {texts[step]}
    </p>
  )
}

/** With `multiple` all chosen files are in `files`. */
export function FileInput({
  ref,
  accept,
  multiple = false,
  onFile,
}: {
  ref: RefObject<HTMLInputElement | null>
  accept: string
  multiple?: boolean
  onFile: (file: File, files: FileList) => void
}) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      multiple={multiple}
      onChange={({ target }) => {
        const file = target.files?.[0]
        if (file) onFile(file, target.files!)
        // Otherwise the browser reports no second choice of the same file.
        target.value = ''
      }}
    />
  )
}
