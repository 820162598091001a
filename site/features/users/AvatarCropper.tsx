import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Me } from '#shared/api/users.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { stepOf, UploadFailureNotice, UploadProgress, UploadStatus } from '#site/features/uploads/upload-parts.tsx'
import { useUpload } from '#site/features/uploads/useUpload.ts'
import { maxZoom, middleCrop, moveCrop, zoomCrop, zoomOf, type Crop, type Size } from './crop.ts'
import { cropFile, paintCrop } from './picture.ts'
import { Zoom } from './Zoom.tsx'
import './cropper.css'

const AREA_PIXELS = 640
const PREVIEWS = ['l', 'm', 's'] as const
const PREVIEW_PIXELS = 128
const STEPS = 20
const ZOOM_STEP = 1.1
/** Movement of a pointer in pixels below which it counts as a click. */
const STILL = 6

const ARROWS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ZOOMS: Record<string, number> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }

export function AvatarCropper({
  picture,
  onCancel,
  onSaved,
}: {
  picture: ImageBitmap
  onCancel: () => void
  onSaved: (me: Me) => void
}) {
  const { api, t } = useSite()
  const text = useTexts('settings').avatar
  const [crop, setCrop] = useState(() => middleCrop(picture))
  const { sending, failure, start, cancel } = useUpload({
    check: () => null,
    send: async (file, options) => {
      const { url } = await api.uploads.image({ file }, options)
      return api.users.editMe({ avatar_url: url }, { signal: options.signal })
    },
    onSent: onSaved,
    fallback: text.failed,
  })

  return (
    <Dialog
      open
      title={text.crop}
      closeLabel={t.app.close}
      onClose={onCancel}
      footer={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {t.app.cancel}
          </Button>
          <Button
            variant="primary"
            busy={sending !== null}
            onClick={() =>
              void cropFile(picture, crop).then(start, (error: unknown) => showFailure(error, text.failed))
            }>
            {text.save}
          </Button>
        </>
      }>
      <div className="cropper">
        <CropArea picture={picture} crop={crop} onCrop={setCrop} />
        <p id="crop-keys" className="cropper__keys">
          {text.keys}
        </p>
        <p className="visually-hidden" role="status">
          {placeOf(picture, crop, text.place)}
        </p>
        {maxZoom(picture) > 1 && (
          <Field label={text.zoom}>
            <Zoom
              value={zoomOf(picture, crop)}
              max={maxZoom(picture)}
              onChange={(zoom) => setCrop((now) => zoomCrop(picture, now, zoom))}
            />
          </Field>
        )}
        <div className="cropper__previews" role="group" aria-label={text.preview}>
          <span className="cropper__label" aria-hidden>
            {text.preview}
          </span>
          {PREVIEWS.map((size) => (
            <span key={size} className={`avatar avatar--${size}`}>
              <Painted picture={picture} crop={crop} pixels={PREVIEW_PIXELS} />
            </span>
          ))}
        </div>
        {failure && <UploadFailureNotice failure={failure} />}
        {sending && <UploadProgress sending={sending} onCancel={cancel} />}
        <UploadStatus step={stepOf(sending, null)} />
      </div>
    </Dialog>
  )
}

function placeOf(
  of: Size,
  { x, y, side }: Crop,
  sentence: (left: number, top: number, zoom: number) => string,
): string {
  const share = (at: number, room: number) => Math.round(room > 0 ? (100 * at) / room : 0)
  return sentence(share(x, of.width - side), share(y, of.height - side), Math.round(100 * zoomOf(of, { x, y, side })))
}

function Painted({ picture, crop, pixels }: { picture: ImageBitmap; crop: Crop; pixels: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => paintCrop(canvas.current!, picture, crop), [picture, crop])
  return <canvas ref={canvas} aria-hidden width={pixels} height={pixels} />
}

type Points = Map<number, { x: number; y: number }>

function spanOf(points: Points): number {
  const [one, two] = [...points.values()]
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0
}

/** One pointer drags the picture, two pointers zoom it. */
function CropArea({
  picture,
  crop,
  onCrop,
}: {
  picture: ImageBitmap
  crop: Crop
  onCrop: (change: (now: Crop) => Crop) => void
}) {
  const text = useTexts('settings').avatar
  const points = useRef<Points>(new Map())
  const pressedAt = useRef({ x: 0, y: 0 })

  function press(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key]
    const zoom = ZOOMS[event.key]
    if ((!arrow && !zoom) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onCrop((now) => {
      if (zoom) return zoomCrop(picture, now, zoomOf(picture, now) * zoom)
      const step = now.side / STEPS
      return moveCrop(picture, now, arrow![0] * step, arrow![1] * step)
    })
  }

  function move({ pointerId, clientX, clientY, currentTarget }: PointerEvent): void {
    const before = points.current.get(pointerId)
    if (!before) return
    const span = spanOf(points.current)
    points.current.set(pointerId, { x: clientX, y: clientY })
    if (span > 0) {
      const factor = spanOf(points.current) / span
      return onCrop((now) => zoomCrop(picture, now, zoomOf(picture, now) * factor))
    }
    const { width } = currentTarget.getBoundingClientRect()
    onCrop((now) =>
      moveCrop(picture, now, ((before.x - clientX) * now.side) / width, ((before.y - clientY) * now.side) / width),
    )
  }

  const end = ({ pointerId }: PointerEvent) => points.current.delete(pointerId)

  /** A click centres the clicked point, for readers who cannot drag. */
  function release(event: PointerEvent): void {
    const { clientX, clientY, currentTarget } = event
    const { x, y } = pressedAt.current
    const isPress = points.current.size === 1 && Math.hypot(clientX - x, clientY - y) < STILL
    end(event)
    if (!isPress) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const [right, down] = [(clientX - left) / width - 0.5, (clientY - top) / height - 0.5]
    onCrop((now) => moveCrop(picture, now, right * now.side, down * now.side))
  }

  return (
    <div
      className="cropper__area"
      role="application"
      tabIndex={0}
      data-autofocus
      aria-label={text.area}
      aria-describedby="crop-keys"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pressedAt.current = { x: event.clientX, y: event.clientY }
        points.current.set(event.pointerId, pressedAt.current)
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={end}>
      <Painted picture={picture} crop={crop} pixels={AREA_PIXELS} />
    </div>
  )
}
