import type { RefObject } from 'react'
import FileImage from 'lucide/dist/esm/icons/image.mjs'
import FileVideo from 'lucide/dist/esm/icons/video.mjs'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Progress } from '#shared/ui/Progress.tsx'
import { useText } from '#site/core/site-context.tsx'
import type { UploadKind } from './file-problem.ts'
import { Picture } from './Picture.tsx'
import type { Sending, UploadFailure } from './useUpload.ts'
import { Video } from './Video.tsx'

export const ACCEPTED: Record<UploadKind, string> = {
  image: 'image/jpeg,image/png,image/webp,image/gif',
  video: 'video/mp4,video/webm',
}

/** 'checking': the whole file was sent, and the server is decoding it. */
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

type InvitationProps = { kind: UploadKind; name: string; multiple: boolean; onChoose: () => void }

export function UploadInvitation({ kind, name, multiple, onChoose }: InvitationProps) {
  const own = useTexts('uploading')
  const icon = kind === 'image' ? FileImage : FileVideo
  return (
    <>
      <Button className="needs-js" icon={<Icon of={icon} size={20} />} onClick={onChoose}>
        {kind === 'image' ? own.chooseImage : own.chooseVideo}
      </Button>
      <p className="needs-js">{kind === 'image' ? own.dropImage : own.dropVideo}</p>
      <AttachedFile kind={kind} name={name} multiple={multiple} />
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

type PreviewProps = { kind: UploadKind; name: string; url: string; onRemove: () => void }

export function UploadPreview({ kind, name, url, onRemove }: PreviewProps) {
  const { uploads: t } = useText()
  const own = useTexts('uploading')
  return (
    <>
      <div className="upload__preview">
        {kind === 'image' ? (
          <Picture url={url} alt={t.preview} plays={false} isLazy={false} />
        ) : (
          <Video url={url} label={own.previewVideo} />
        )}
      </div>
      <Button className="needs-js" variant="quiet" size="small" onClick={onRemove}>
        {t.remove}
      </Button>
      <RemovalTick name={name} label={t.remove} />
    </>
  )
}

type FileFieldProps = { kind: UploadKind; name: string; multiple?: boolean }

/** A file field for readers without JavaScript; submitting uploads the file and shows the form again. */
export const AttachedFile = (props: FileFieldProps) => (
  <noscript>
    <FileField {...props} />
  </noscript>
)

export function FileField({ kind, name, multiple = false }: FileFieldProps) {
  const { uploads: t } = useText()
  const own = useTexts('uploading')
  return (
    <>
      <label className="field__label">
        {kind === 'image' ? own.attachImage : own.attachVideo}{' '}
        <input type="file" name={name} accept={ACCEPTED[kind]} multiple={multiple} />
      </label>{' '}
      <Button type="submit" size="small" name="_again">
        {t.attach}
      </Button>
    </>
  )
}

/** A checkbox for forms without JavaScript that empties the field `name`. */
export function RemovalTick({ name, label }: { name: string; label: string }) {
  return (
    <noscript>
      <label className="check">
        <input type="checkbox" name="_drop" value={name} /> {label}
      </label>
    </noscript>
  )
}

/** Announces upload progress to screen readers; 'checking' is also shown visibly. */
export function UploadStatus({ step }: { step: UploadStep }) {
  const { uploads: t } = useText()
  const own = useTexts('uploading')
  const texts: Record<UploadStep, string> = { empty: '', sending: t.sending, checking: own.checking, ready: own.ready }
  return (
    <p role="status" className={step === 'checking' ? undefined : 'visually-hidden'}>
      {texts[step]}
    </p>
  )
}

/** `onFile` gets the first chosen file and, as `files`, all of them. */
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
        // A cleared field fires a change event even if the same file is chosen again.
        target.value = ''
      }}
    />
  )
}
