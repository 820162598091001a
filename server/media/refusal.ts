import type { ServerTexts } from '#shared/i18n/index.ts'

export type RefusalReason = keyof ServerTexts['mediaRefusals']

/** A file that is not taken; the reason names its sentence. */
export class MediaRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(reason)
    this.name = 'MediaRefused'
    this.reason = reason
  }
}
