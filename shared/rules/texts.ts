/** Texts of the operator; each has its own page once the operator has written it. */
export const SITE_TEXTS = ['site_rules', 'terms', 'privacy_policy', 'imprint'] as const
export type SiteText = (typeof SITE_TEXTS)[number]

/** Texts whose versions members are asked to accept. */
export const ACCEPTED_TEXTS = ['terms', 'privacy_policy'] as const
export type AcceptedText = (typeof ACCEPTED_TEXTS)[number]
