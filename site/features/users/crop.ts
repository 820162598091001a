/** A square section of a picture, in pixels of the picture. */
export type Crop = { x: number; y: number; side: number }
export type Size = { width: number; height: number }

const MAX_ZOOM = 8
const MIN_SIDE = 64

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

const shorterSide = ({ width, height }: Size) => Math.min(width, height)

export function maxZoom(of: Size): number {
  return clamp(shorterSide(of) / MIN_SIDE, 1, MAX_ZOOM)
}

export const zoomOf = (of: Size, { side }: Crop) => shorterSide(of) / side

export function middleCrop(of: Size): Crop {
  const side = shorterSide(of)
  return { side, x: (of.width - side) / 2, y: (of.height - side) / 2 }
}

export function moveCrop(of: Size, { x, y, side }: Crop, right: number, down: number): Crop {
  return { side, x: clamp(x + right, 0, of.width - side), y: clamp(y + down, 0, of.height - side) }
}

export function zoomCrop(of: Size, crop: Crop, zoom: number): Crop {
  const side = shorterSide(of) / clamp(zoom, 1, maxZoom(of))
  const grown = (crop.side - side) / 2
  return moveCrop(of, { ...crop, side }, grown, grown)
}
