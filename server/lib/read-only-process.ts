/** While an update is in flight nothing is written: no jobs, and a database that refuses to change. */
export const IS_READ_ONLY = process.env.WATEK_READ_ONLY === '1'
