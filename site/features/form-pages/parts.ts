import { partOnPress } from '#site/core/part-on-press.ts'

/** Form requested by the URL; other pages do not load its code. */
export const askedFormView = partOnPress(async () => (await import('./AskedFormView.tsx')).AskedFormView)

/** The moderation form, whose code is loaded for moderators only. */
export const moderateForm = partOnPress(
  async () => (await import('#site/features/moderation/ModerateForm.tsx')).ModerateForm,
)
