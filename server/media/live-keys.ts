export const liveKey = (id: number, name: string) => `live/${id}/${name}`

/** A stream piece of this name is sent to another process through the media store. */
export const pieceName = (seq: number) => `in-${seq}`

/** All files of a live stream except its still picture are deleted after a few seconds. */
export const isShortLived = (key: string) => key.startsWith('live/') && !key.endsWith('.jpg')
