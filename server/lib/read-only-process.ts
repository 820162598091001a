/** Set while an update is in progress: no jobs run, and the database refuses writes. */
export const IS_READ_ONLY = process.env.WATEK_READ_ONLY === '1'
