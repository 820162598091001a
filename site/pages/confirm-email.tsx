import { emailLinkPage } from '#site/features/settings/EmailLink.tsx'

export const page = emailLinkPage('confirm')
