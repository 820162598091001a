export type Box = { x: number, y: number, width: number, height: number }
export type WindowPlace = Box & { is_maximized: boolean }

export const SMALLEST = { width: 720, height: 520 }
const USUAL = { width: 1240, height: 860 }
/** So much of a window's top must be on a screen for it to be caught with the mouse. */
const GRIP = 80

/** Where the window opens: where it was, if a screen still shows it, else in the middle of the first screen. */
export function placeOnScreens(remembered: WindowPlace | null, screens: readonly Box[]): WindowPlace {
  const screen = remembered && screens.find((area) => showsGrip(remembered, area))
  if (remembered && screen) {
    const width = between(SMALLEST.width, Math.round(remembered.width), screen.width)
    const height = between(SMALLEST.height, Math.round(remembered.height), screen.height)
    return { x: Math.round(remembered.x), y: Math.round(remembered.y), width, height, is_maximized: remembered.is_maximized }
  }
  const [first = { x: 0, y: 0, ...USUAL }] = screens
  const width = Math.min(USUAL.width, first.width)
  const height = Math.min(USUAL.height, first.height)
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width, height, is_maximized: remembered?.is_maximized ?? false,
  }
}

function showsGrip(place: Box, area: Box): boolean {
  const shown = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x)
  return shown >= GRIP && place.y >= area.y && place.y <= area.y + area.height - GRIP
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))
