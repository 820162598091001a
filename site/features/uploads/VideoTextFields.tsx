import { useEffect, useId, useRef, useState } from 'react'
import FileText from 'lucide/dist/esm/icons/file-text.mjs'
import { formatSize } from '#shared/i18n/size.ts'
import { LIMITS, UPLOAD } from '#shared/limits.ts'
import { CAPTIONS_LANGS, type CaptionsLang } from '#shared/rules/captions.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field, useField } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { FileInput, RemovalTick, UploadFailureNotice, UploadProgress } from './upload-parts.tsx'
import { useUpload } from './useUpload.ts'
import type { VideoTextDraft } from './video-fields.ts'

const ACCEPTED_CAPTIONS = '.vtt,.srt,text/vtt,application/x-subrip'

type Props = {
  texts: VideoTextDraft
  onTexts: (texts: Partial<VideoTextDraft>) => void
  issues: Record<string, string>
}

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
  // Only the file field provides the name of the captions file; null for captions stored earlier.
  const [name, setName] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(captions_url)
  useEffect(() => {
    const isNew = shown.current !== captions_url
    shown.current = captions_url
    // The clicked field or button was removed with the previous step, so the new step gets the focus.
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
          onUrl={(url, name) => {
            setName(name)
            onTexts({ captions_url: url, captions_lang: language })
          }}
        />
      ) : (
        <AddedCaptions
          url={captions_url}
          name={name}
          error={issues.captions_url}
          onRemove={() => {
            setName(null)
            onTexts({ captions_url: null })
          }}
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

type FileProps = { error: string | undefined; onUrl: (url: string, name: string) => void }

/** Uploads the chosen file at once; without JavaScript the file is sent with the form. */
function CaptionsFile({ error, onUrl }: FileProps) {
  const { api, t: site, lang } = useSite()
  const t = useTexts('writing').video
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const { sending, failure, start, cancel } = useUpload({
    check: ({ size }) => (size > UPLOAD.captions ? t.tooLarge(formatSize(lang, UPLOAD.captions)) : null),
    send: async (file, options) => ({ ...(await api.uploads.captions({ file }, options)), name: file.name }),
    onSent: ({ url, name }) => onUrl(url, name),
    fallback: site.uploads.failed,
  })
  return (
    <div>
      <div className="field needs-js">
        <p className="field__label">
          {t.file} <span className="field__optional">{t.optional}</span>
        </p>
        <p className="btn-row">
          <Button
            icon={<Icon of={FileText} size={18} />}
            aria-describedby={hintId}
            onClick={() => input.current?.click()}>
            {t.choose}
          </Button>
          {sending?.name}
        </p>
        <div className="field__foot">
          <div className="field__notes">
            {error && (
              <div role="alert" className="field__error">
                {error}
              </div>
            )}
            <div id={hintId} className="field__hint">
              {t.fileHint}
            </div>
          </div>
        </div>
      </div>
      <FileInput ref={input} accept={ACCEPTED_CAPTIONS} onFile={start} />
      {failure && <UploadFailureNotice failure={failure} />}
      {sending && <UploadProgress sending={sending} onCancel={cancel} />}
      <noscript>
        <Field label={t.file} optional={t.optional} hint={t.fileHint} error={error}>
          <CaptionsInput />
        </Field>
        <Button type="submit" size="small" name="_again">
          {site.uploads.attach}
        </Button>
      </noscript>
    </div>
  )
}

const CaptionsInput = () => (
  <input {...useField()} type="file" name="captions_url" accept={ACCEPTED_CAPTIONS} className="input" />
)

type AddedProps = { url: string; name: string | null; error: string | undefined; onRemove: () => void }

function AddedCaptions({ url, name, error, onRemove }: AddedProps) {
  const t = useTexts('writing').video
  return (
    <div className="field">
      <p className="field__label">{t.file}</p>
      <input type="hidden" name="captions_url" value={url} />
      <p>
        {t.added} {name}
      </p>
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
