/** The global scope of the worker. */
export const scope = self as unknown as ServiceWorkerGlobalScope

/** The client build that this worker belongs to: the name of its entry file. */
declare const CLIENT_VERSION: string
/** Addresses of the client's files that work without a network. */
declare const CLIENT_FILES: string[]

export const clientVersion = CLIENT_VERSION
export const clientFiles = CLIENT_FILES
