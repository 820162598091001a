const ZONES = ['UTC', 'Europe/Warsaw']

const dayOf = (at: number, timeZone: string) => new Date(at).toLocaleDateString('sv', { timeZone })

/**
 * For tests that must write and read on the same day: if midnight is less than a minute away, waits until it is past.
 */
export async function untilSameDay(): Promise<void> {
  while (ZONES.some((zone) => dayOf(Date.now(), zone) !== dayOf(Date.now() + 60_000, zone))) await Bun.sleep(1_000)
}
