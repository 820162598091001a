export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** As a column holds it. */
export const moment = (at: number) => new Date(Math.floor(at))

export const momentOrNull = (at: number | null) => (at === null ? null : moment(at))
