import { useEffect, useRef, type ComponentProps } from 'react'
import { formatSize } from '#shared/i18n/size.ts'
import { LIMITS, UPLOAD } from '#shared/limits.ts'
import { CAPTIONS_LANGS, type CaptionsLang } from '#shared/rules/captions.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field, useField } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { RemovalTick, UploadFailureNotice, UploadProgress } from './upload-parts.tsx'
import { useUpload } from './useUpload.ts'
import type { VideoTextDraft } from './video-fields.ts'
import './video-fields.css'

type Props = {
  texts: VideoTextDraft
  onTexts: (texts: Partial<VideoTextDraft>) => void
  issues: Record<string, string>
}

/** Fields for the description and captions of a video. */
export function VideoTextFields({ texts, onTexts, issues }: Props) {
  const t = useTexts('writing').video
  return (
    <div className="video-fields" data-video-fields="">
      <Field
        label={t.alt}
        optional={t.optional}
        hint={t.altHint}
        error={issues.video_alt}
        counter={nearLimit(texts.video_alt, LIMITS.videoAlt)}>
        <TextArea
          name="video_alt"
          value={texts.video_alt}
          rows={3}
          grow
          onChange={(event) => onTexts({ video_alt: event.target.value })}
        />
      </Field>
      <CaptionsFields texts={texts} onTexts={onTexts} issues={issues} />
    </div>
  )
}

function CaptionsFields({ texts: { captions_url, captions_lang }, onTexts, issues }: Props) {
  const { lang } = useSite()
  const t = useTexts('writing').video
  const language = captions_lang ?? lang
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(captions_url)
  useEffect(() => {
    const isNew = shown.current !== captions_url
    shown.current = captions_url
    // Moves the focus to the new step, because the clicked field or button was removed with the previous one.
    if (isNew && document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [captions_url])
  return (
    <div ref={box} tabIndex={-1} className="video-fields__captions" role="group" aria-label={t.file}>
      <p role="status" className="visually-hidden">
        {captions_url !== null && t.added}
      </p>
      {captions_url === null ? (
        <CaptionsFile
          error={issues.captions_url}
          onUrl={(url) => onTexts({ captions_url: url, captions_lang: language })}
        />
      ) : (
        <AddedCaptions
          url={captions_url}
          error={issues.captions_url}
          onRemove={() => onTexts({ captions_url: null })}
        />
      )}
      <Field label={t.lang} error={issues.captions_lang}>
        <Select
          name="captions_lang"
          value={language}
          onChange={(event) => onTexts({ captions_lang: event.target.value as CaptionsLang })}>
          {CAPTIONS_LANGS.map((value) => (
            <option key={value} value={value}>
              {t.langs[value]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** A file field that uploads at once; without JavaScript the form sends the file. */
function CaptionsFile({ error, onUrl }: { error: string | undefined; onUrl: (url: string) => void }) {
  const { api, t: site, lang } = useSite()
  const t = useTexts('writing').video
  const { sending, failure, start, cancel } = useUpload({
    check: ({ size }) => (size > UPLOAD.captions ? t.tooLarge(formatSize(lang, UPLOAD.captions)) : null),
    send: async (file, options) => (await api.uploads.captions({ file }, options)).url,
    onSent: onUrl,
    fallback: site.uploads.failed,
  })
  return (
    <div>
      <Field label={t.file} optional={t.optional} hint={t.fileHint} error={error}>
        <FileInput
          name="captions_url"
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) start(file)
            // Clears the field, because choosing the same file again would fire no change event.
            target.value = ''
          }}
        />
      </Field>
      {failure && <UploadFailureNotice failure={failure} />}
      {sending && <UploadProgress sending={sending} onCancel={cancel} />}
      <noscript>
        <Button type="submit" size="small" name="_again">
          {site.uploads.attach}
        </Button>
      </noscript>
    </div>
  )
}

const FileInput = (props: ComponentProps<'input'>) => (
  <input {...useField()} {...props} type="file" className="input video-fields__file" />
)

type AddedProps = { url: string; error: string | undefined; onRemove: () => void }

function AddedCaptions({ url, error, onRemove }: AddedProps) {
  const t = useTexts('writing').video
  return (
    <div className="field">
      <p className="field__label">{t.file}</p>
      <input type="hidden" name="captions_url" value={url} />
      <p>{t.added}</p>
      {error && <p role="alert">{error}</p>}
      <p className="btn-row">
        <a href={url} target="_blank" rel="noreferrer">
          {t.open}
        </a>
        <Button className="needs-js" variant="quiet" size="small" onClick={onRemove}>
          {t.remove}
        </Button>
        <RemovalTick name="captions_url" label={t.remove} />
      </p>
    </div>
  )
}
