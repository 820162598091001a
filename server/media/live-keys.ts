export const liveKey = (id: number, name: string) => `live/${id}/${name}`

/** Returns the name of a stream piece that is sent to another process through the media store. */
export const pieceName = (seq: number) => `in-${seq}`

/** Returns whether a file is deleted after a few seconds: all files of a live stream except its still picture. */
export const isShortLived = (key: string) => key.startsWith('live/') && !key.endsWith('.jpg')
