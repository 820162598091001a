import type { Crop } from './crop.ts'

/** Maximum pixels of a picture's shorter side; moving a larger picture would be slow, so it is scaled down. */
const MAX_SHORTER_SIDE = 2_048
const AVATAR_SIDE = 512
const QUALITY = 0.92

/** Returns null if the browser cannot decode the file. */
export async function readPicture(file: Blob): Promise<ImageBitmap | null> {
  const whole = await createImageBitmap(file).catch(() => null)
  if (!whole) return null
  const scale = MAX_SHORTER_SIDE / Math.min(whole.width, whole.height)
  if (scale >= 1) return whole
  const reduced = await createImageBitmap(whole, {
    resizeWidth: Math.round(whole.width * scale),
    resizeHeight: Math.round(whole.height * scale),
    resizeQuality: 'high',
  })
  whole.close()
  return reduced
}

export function paintCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

export async function cropFile(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(AVATAR_SIDE, Math.ceil(crop.side))
  paintCrop(canvas, picture, crop)
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', QUALITY)
  })
  if (!content) throw new Error('The browser made no picture of the crop')
  return new File([content], 'avatar.webp', { type: content.type })
}
