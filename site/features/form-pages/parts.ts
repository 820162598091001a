import { partOnPress } from '#site/core/part-on-press.ts'

/** Renders the form requested by an address; pages without one never load it. */
export const askedFormView = partOnPress(async () => (await import('./AskedFormView.tsx')).AskedFormView)

/** A part that is loaded for moderators only. */
export const moderateForm = partOnPress(
  async () => (await import('#site/features/moderation/ModerateForm.tsx')).ModerateForm,
)
