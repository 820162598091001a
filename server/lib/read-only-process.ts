/** Set while an update is in flight: no jobs run, and the database refuses changes. */
export const IS_READ_ONLY = process.env.WATEK_READ_ONLY === '1'
