const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long a failed delivery is retried, in milliseconds; a webhook that failed for this long is turned off. */
export const RETRY_MS = 72 * HOUR

/** Returns the time until a delivery is retried: 2 s, 4 s, 8 s and so on up to an hour. */
export const backoff = (attempts: number) => Math.min(SECOND * 2 ** Math.min(attempts, 20), HOUR)

/** Returns how many milliseconds a webhook pauses after this many failed deliveries in a row, up to ten minutes. */
export const pause = (failures: number) => Math.min((SECOND / 2) * 2 ** Math.min(failures, 20), 10 * MINUTE)
