/** True while an update is in progress: this process runs no jobs, and its database connections refuse writes. */
export const IS_READ_ONLY = process.env.WATEK_READ_ONLY === '1'
