export const liveKey = (id: number, name: string) => `live/${id}/${name}`

/** A piece on its way to another process. */
export const pieceName = (seq: number) => `in-${seq}`

/** Files of a live stream last for seconds, except its picture. */
export const isShortLived = (key: string) => key.startsWith('live/') && !key.endsWith('.jpg')
