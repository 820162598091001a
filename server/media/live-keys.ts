export const liveKey = (id: number, name: string) => `live/${id}/${name}`

/** A piece on its way to another process. */
export const pieceName = (seq: number) => `in-${seq}`

/** What lasts for seconds: all of a live stream but its picture. */
export const isShortLived = (key: string) => key.startsWith('live/') && !key.endsWith('.jpg')
