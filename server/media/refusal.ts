import type { ServerTexts } from '#shared/i18n/index.ts'

export type RefusalReason = keyof ServerTexts['uploadRefusals']

/** `reason` is the key of the message to show; a `cause` is logged. */
export class MediaRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'MediaRefused'
    this.reason = reason
  }
}
