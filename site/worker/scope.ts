export const scope = self as unknown as ServiceWorkerGlobalScope

/** Version of the client build that this worker belongs to: the name of its entry file. */
declare const CLIENT_VERSION: string
/** URLs of the client's files that are cached for offline use. */
declare const CLIENT_FILES: string[]

export const clientVersion = CLIENT_VERSION
export const clientFiles = CLIENT_FILES
