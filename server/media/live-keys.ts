export const liveKey = (id: number, name: string) => `live/${id}/${name}`

/** Name of the file in the media store by which a piece of a live stream is sent to another process. */
export const pieceName = (seq: number) => `in-${seq}`

/** All files of a live stream except its still picture are deleted after a few seconds. */
export const isShortLived = (key: string) => key.startsWith('live/') && !key.endsWith('.jpg')
