import { useEffect, useRef, useState, type PointerEvent } from 'react'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import GripVertical from 'lucide/dist/esm/icons/grip-vertical.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useText } from '#site/core/site-context.tsx'
import { RemovalTick } from './upload-parts.tsx'
import { Picture } from './Picture.tsx'

export type ImageDraft = { url: string; alt: string }

type Move = { to: number; by: 1 | -1 }

export function ImageList({ images, onImages }: { images: ImageDraft[]; onImages: (images: ImageDraft[]) => void }) {
  const { uploads } = useText()
  const t = useTexts('writing')
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<Move | null>(null)
  const [held, setHeld] = useState<number | null>(null)

  useEffect(() => {
    if (!moved) return
    // Browsers drop the focus of a moved element, so one of its enabled buttons gets the focus again.
    const [up, down] = list.current!.children[moved.to]!.querySelectorAll<HTMLButtonElement>('button')
    const [wanted, other] = moved.by < 0 ? [up, down] : [down, up]
    if (wanted!.disabled) other!.focus()
    else wanted!.focus()
  }, [moved])

  function move(at: number, by: 1 | -1): void {
    const image = images[at]!
    onImages(images.toSpliced(at, 1).toSpliced(at + by, 0, image))
    setMoved({ to: at + by, by })
  }

  function hold(event: PointerEvent, at: number): void {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld(at)
  }

  function drag(y: number): void {
    if (held === null) return
    const below = [...list.current!.children].findIndex((row) => y < row.getBoundingClientRect().bottom)
    const to = below === -1 ? images.length - 1 : below
    if (to === held) return
    onImages(images.toSpliced(held, 1).toSpliced(to, 0, images[held]!))
    setHeld(to)
  }

  return (
    <>
      <ol className="images__list" ref={list}>
        {images.map(({ url, alt }, at) => (
          <li key={at} className={classNames('images__item', at === held && 'images__item--held')}>
            <Picture url={url} alt={uploads.preview} plays={false} isLazy={false} />
            <div className="images__text">
              <input type="hidden" name={`images.${at}.url`} value={url} />
              <TextInput
                name={`images.${at}.alt`}
                value={alt}
                maxLength={LIMITS.imageAlt}
                aria-label={t.alt(at + 1)}
                placeholder={t.alt(at + 1)}
                autoComplete="off"
                onChange={(event) => onImages(images.with(at, { url, alt: event.target.value }))}
              />
              <PlaceFields at={at} count={images.length} />
              <div className="btn-row needs-js">
                <RowButtons
                  at={at}
                  count={images.length}
                  onMove={(by) => move(at, by)}
                  onRemove={() => onImages(images.toSpliced(at, 1))}
                />
                <span
                  className="icon-btn images__grip"
                  title={t.drag}
                  aria-hidden="true"
                  onPointerDown={(event) => hold(event, at)}
                  onPointerMove={(event) => drag(event.clientY)}
                  onLostPointerCapture={() => setHeld(null)}>
                  <Icon of={GripVertical} size={20} />
                </span>
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved && t.movedTo(moved.to + 1, images.length)}
      </p>
    </>
  )
}

/** Fields for order and removal of pictures without JavaScript. */
function PlaceFields({ at, count }: { at: number; count: number }) {
  const t = useTexts('writing')
  return (
    <>
      <noscript>
        <TextInput
          type="number"
          name={`_order.images.${at}`}
          defaultValue={at + 1}
          min={1}
          max={count}
          aria-label={t.place(at + 1)}
        />
      </noscript>
      <RemovalTick name={`images.${at}`} label={t.removeImage(at + 1)} />
    </>
  )
}

function RowButtons({
  at,
  count,
  onMove,
  onRemove,
}: {
  at: number
  count: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}) {
  const t = useTexts('writing')
  return (
    <>
      <IconButton
        label={t.earlier(at + 1)}
        icon={<Icon of={ArrowUp} size={20} />}
        disabled={at === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={t.later(at + 1)}
        icon={<Icon of={ArrowDown} size={20} />}
        disabled={at === count - 1}
        onClick={() => onMove(1)}
      />
      <IconButton label={t.removeImage(at + 1)} icon={<Icon of={X} size={20} />} onClick={onRemove} />
    </>
  )
}
