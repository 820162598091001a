import type { ServerTexts } from '#shared/i18n/index.ts'

export type RefusalReason = keyof ServerTexts['mediaRefusals']

/** A file that is not taken; the reason names its sentence. A `cause` is for whoever runs the server to know. */
export class MediaRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'MediaRefused'
    this.reason = reason
  }
}
