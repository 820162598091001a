/** Returns the hue at a point relative to the wheel's centre: 0 at the top, clockwise. */
export function hueAt(right: number, down: number): number {
  const degrees = Math.round((Math.atan2(right, -down) * 180) / Math.PI)
  return (degrees + 360) % 360
}
