import { useRef, type ClipboardEvent, type ReactNode } from 'react'
import ImageIcon from 'lucide/dist/esm/icons/image.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { UPLOAD } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'
import {
  AttachedFile,
  FileInput,
  RemovalTick,
  stepOf,
  UploadFailureNotice,
  UploadProgress,
  UploadStatus,
} from '#site/features/uploads/upload-parts.tsx'
import { useUpload } from '#site/features/uploads/useUpload.ts'
import { PrivateImage } from './PrivateImage.tsx'

export function useImage(
  url: string | null,
  onUrl: (url: string | null) => void,
): { button: ReactNode; state: ReactNode; isSending: boolean; paste: (event: ClipboardEvent) => void } {
  const texts = useTexts('messages')
  const { api, t } = useSite()
  const { uploads } = t
  const signInFirst = useSignInFirst()
  const input = useRef<HTMLInputElement>(null)
  const { sending, failure, start, cancel } = useUpload({
    check: (file) => {
      if (!file.type.startsWith('image/')) return uploads.notImageFile
      return file.size > UPLOAD.messageImage ? uploads.messageImageTooLarge : null
    },
    send: async (file, options) =>
      (await api.uploads.messageImage({ image: file }, { ...options, mayWait: true })).image_url,
    onSent: onUrl,
    fallback: uploads.failed,
  })

  const take = (file: File) => {
    if (signInFirst(uploads.signIn)) start(file)
  }

  return {
    isSending: sending !== null,
    paste: (event) => {
      const { files, types } = event.clipboardData
      // Text copied from an office program comes with a picture of it, which is not wanted.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      take(files[0]!)
    },
    button: (
      <>
        <IconButton
          className="needs-js"
          label={texts.attach}
          icon={<Icon of={ImageIcon} size={20} />}
          onClick={() => input.current?.click()}
        />
        <FileInput ref={input} accept="image/*" onFile={take} />
      </>
    ),
    state: (
      <>
        <AttachedFile kind="image" name="image_url" />
        {failure && <UploadFailureNotice failure={failure} />}
        {sending && <UploadProgress sending={sending} onCancel={cancel} />}
        {url !== null && !sending && (
          <div className="thread-form__image">
            <PrivateImage key={url} url={url} alt={uploads.preview} />
            <input type="hidden" name="image_url" value={url} />
            <IconButton
              className="needs-js"
              label={uploads.remove}
              icon={<Icon of={X} size={18} />}
              onClick={() => onUrl(null)}
            />
            <RemovalTick name="image_url" label={uploads.remove} />
          </div>
        )}
        <UploadStatus step={stepOf(sending, url)} />
      </>
    ),
  }
}
