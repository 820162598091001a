export const liveKey = (id: number, name: string) => `live/${id}/${name}`

/** The name of a piece on its way to another process. */
export const pieceName = (seq: number) => `in-${seq}`

/** Whether a file lives for seconds only: all of a live stream except its picture. */
export const isShortLived = (key: string) => key.startsWith('live/') && !key.endsWith('.jpg')
