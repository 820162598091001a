import { useRef, useState } from 'react'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { ImageList, type ImageDraft } from './ImageList.tsx'
import { AttachedFile } from './upload-parts.tsx'
import { UploadField, type UploadState } from './UploadField.tsx'

type Props = { images: ImageDraft[]; onImages: (images: ImageDraft[]) => void; error?: string }

export function ImagesField({
  images,
  onImages,
  error,
  onState,
  given,
}: Props & { onState: (state: UploadState) => void; given: File[] | null }) {
  const t = useTexts('writing')
  const [isAdding, setAdding] = useState(false)
  const latest = useRef(images)
  latest.current = images
  const isOne = images.length === 1 && !isAdding
  const left = LIMITS.images - images.length

  function add(url: string): void {
    // Several uploads may finish before the next render, so a ref has the current list.
    latest.current = [...latest.current, { url, alt: '' }]
    onImages(latest.current)
  }

  return (
    <div className="images">
      {!isOne && <ImageList images={images} onImages={onImages} />}
      {left > 0 && (
        <UploadField
          kind="image"
          name="images"
          max={left}
          url={isOne ? images[0]!.url : null}
          onUrl={(url) => {
            if (url === null) onImages([])
            else add(url)
          }}
          onState={onState}
          given={given}
        />
      )}
      {isOne && <AltFields images={images} onImages={onImages} error={error} />}
      {isOne && <AttachedFile kind="image" name="images" multiple />}
      {isOne && (
        <div>
          <Button className="needs-js" size="small" icon={<Icon of={Plus} size={16} />} onClick={() => setAdding(true)}>
            {t.addImage}
          </Button>
        </div>
      )}
    </div>
  )
}

export function AltFields({ images, onImages, error }: Props) {
  const t = useTexts('writing')
  return images.map(({ url, alt }, at) => (
    <Field key={at} label={t.alt(at + 1)} hint={t.altHint} error={error}>
      <input type="hidden" name={`images.${at}.url`} value={url} />
      <TextInput
        name={`images.${at}.alt`}
        value={alt}
        maxLength={LIMITS.imageAlt}
        autoComplete="off"
        onChange={(event) => onImages(images.with(at, { ...images[at]!, alt: event.target.value }))}
      />
    </Field>
  ))
}
