export const scope = self as unknown as ServiceWorkerGlobalScope

/** The version of the client to which this worker belongs: the name of the client's entry file. */
declare const CLIENT_VERSION: string
/** Files of the client that are cached for offline use. */
declare const CLIENT_FILES: string[]

export const clientVersion = CLIENT_VERSION
export const clientFiles = CLIENT_FILES
