const ZONES = ['UTC', 'Europe/Warsaw']

const dayOf = (at: number, timeZone: string) => new Date(at).toLocaleDateString('sv', { timeZone })

/** A test that must write and read on the same day waits if midnight is less than a minute away. */
export async function untilSameDay(): Promise<void> {
  while (ZONES.some((zone) => dayOf(Date.now(), zone) !== dayOf(Date.now() + 60_000, zone))) await Bun.sleep(1_000)
}
