type Box = { x: number; y: number; width: number; height: number }
export type WindowPlace = Box & { is_maximized: boolean }

export const MIN_SIZE = { width: 720, height: 520 }
const DEFAULT_SIZE = { width: 1240, height: 860 }
/** Pixels at the top of a window that must be visible, so that the mouse can move it. */
const GRIP = 80

/** Returns the window's last position if it is on a screen, else the centre of the first screen. */
export function placeOnScreens(remembered: WindowPlace | null, screens: readonly Box[]): WindowPlace {
  const screen = remembered && screens.find((area) => showsGrip(remembered, area))
  if (remembered && screen) {
    const width = clamp(MIN_SIZE.width, Math.round(remembered.width), screen.width)
    const height = clamp(MIN_SIZE.height, Math.round(remembered.height), screen.height)
    return {
      x: Math.round(remembered.x),
      y: Math.round(remembered.y),
      width,
      height,
      is_maximized: remembered.is_maximized,
    }
  }
  const [first = { x: 0, y: 0, ...DEFAULT_SIZE }] = screens
  const width = Math.min(DEFAULT_SIZE.width, first.width)
  const height = Math.min(DEFAULT_SIZE.height, first.height)
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
    is_maximized: remembered?.is_maximized ?? false,
  }
}

function showsGrip(place: Box, area: Box): boolean {
  const shown = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x)
  return shown >= GRIP && place.y >= area.y && place.y <= area.y + area.height - GRIP
}

const clamp = (min: number, value: number, max: number) => Math.max(min, Math.min(value, max))
