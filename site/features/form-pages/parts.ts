import { partOnPress } from '#site/core/part-on-press.ts'

/** The code of a form that the URL asks for; other pages do not load it. */
export const askedFormView = partOnPress(async () => (await import('./AskedFormView.tsx')).AskedFormView)

/** Only moderators load the code of the moderation form. */
export const moderateForm = partOnPress(
  async () => (await import('#site/features/moderation/ModerateForm.tsx')).ModerateForm,
)
