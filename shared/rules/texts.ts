/** Texts of the operator, each with a page of its own. */
export const SITE_TEXTS = ['site_rules', 'terms', 'privacy_policy', 'imprint'] as const
export type SiteText = (typeof SITE_TEXTS)[number]

/** Texts whose new versions members are asked to accept. */
export const ACCEPTED_TEXTS = ['terms', 'privacy_policy'] as const
export type AcceptedText = (typeof ACCEPTED_TEXTS)[number]
