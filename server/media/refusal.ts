import type { ServerTexts } from '#shared/i18n/index.ts'

export type RefusalReason = keyof ServerTexts['uploadRefusals']

/** A refused file. The reason is the key of its text; a `cause` goes to the log. */
export class MediaRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'MediaRefused'
    this.reason = reason
  }
}
