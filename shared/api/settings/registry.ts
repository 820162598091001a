import type * as v from 'valibot'
import { LIMITS } from '../../limits.ts'
import { REGISTRATION_MODES } from '../../rules/registration.ts'
import { FEEDS } from '../../rules/sorts.ts'
import { servicesOf } from './sign-in-services.ts'
import { setting, type Setting, type Surroundings } from './setting.ts'
import * as values from './values.ts'

const line = (section: Setting['section'], max: number, fallback = '') =>
  setting({ section, schema: values.line(0, max), fallback, control: { kind: 'line', max } })

const text = (section: Setting['section'], max: number) =>
  setting({ section, schema: values.markdown(max), fallback: '', control: { kind: 'text', max } })

const flag = (section: Setting['section'], fallback: boolean) =>
  setting({ section, schema: values.flag, fallback, control: { kind: 'flag' } })

const picture = (section: Setting['section']) =>
  setting({ section, schema: values.picture, fallback: null, control: { kind: 'picture' } })

const domains = () =>
  setting({
    section: 'people',
    schema: values.domains,
    fallback: [],
    control: { kind: 'lines', max: LIMITS.mailDomains },
  })

const clientId = (variable: string) =>
  setting({
    section: 'login',
    schema: values.secretLine(300),
    fallback: null,
    control: { kind: 'line', max: 300 },
    variable,
  })

const clientSecret = (variable: string) =>
  setting({
    section: 'login',
    schema: values.secretLine(500),
    fallback: null,
    control: { kind: 'secret', max: 500 },
    variable,
    isSecret: true,
  })

const version = () =>
  setting({
    section: 'texts',
    schema: values.wholeNumber(0, LIMITS.textVersion),
    fallback: 0,
    control: { kind: 'number', min: 0, max: LIMITS.textVersion },
  })

const COMMUNITIES_BY = ['everyone', 'trust1', 'trust2', 'admins'] as const
const ADS = ['house', 'own', 'off'] as const
const ON_OFF = ['on', 'off'] as const
const LANGUAGES = ['pl', 'en'] as const
const CORNERS = ['round', 'square'] as const
const DENSITIES = ['cosy', 'compact'] as const
const BACKUP_INTERVALS = ['hour', '6h', 'day', 'off'] as const

/** Settings in the order of the panel's screens. */
export const registry = {
  site_name: setting({
    section: 'identity',
    schema: values.line(1, LIMITS.siteName),
    fallback: 'Wątek',
    control: { kind: 'line', max: LIMITS.siteName },
    variable: 'SITE_NAME',
  }),
  tagline_pl: line('identity', LIMITS.tagline),
  tagline_en: line('identity', LIMITS.tagline),
  logo: picture('identity'),
  icon: picture('identity'),
  about_pl: text('identity', LIMITS.about),
  about_en: text('identity', LIMITS.about),
  contact_email: setting({
    section: 'identity',
    schema: values.contactEmail,
    fallback: ({ host }) => `support@${host}`,
    control: { kind: 'line', max: LIMITS.email },
    variable: 'SUPPORT_EMAIL',
  }),

  accent: setting({
    section: 'looks',
    schema: values.accent,
    fallback: { normal: 184, adult: 356 },
    control: { kind: 'custom' },
  }),
  corner: setting({
    section: 'looks',
    schema: values.oneOf(CORNERS),
    fallback: 'round',
    control: { kind: 'choice', options: CORNERS },
  }),
  density: setting({
    section: 'looks',
    schema: values.oneOf(DENSITIES),
    fallback: 'cosy',
    control: { kind: 'choice', options: DENSITIES },
  }),

  site_rules_pl: text('texts', LIMITS.siteText),
  site_rules_en: text('texts', LIMITS.siteText),
  terms_pl: text('texts', LIMITS.siteText),
  terms_en: text('texts', LIMITS.siteText),
  privacy_policy_pl: text('texts', LIMITS.siteText),
  privacy_policy_en: text('texts', LIMITS.siteText),
  imprint_pl: text('texts', LIMITS.siteText),
  imprint_en: text('texts', LIMITS.siteText),
  /** Members who accepted an older version are asked to accept this one; with version 0 nobody is asked. */
  terms_version: version(),
  privacy_policy_version: version(),

  registration: setting({
    section: 'people',
    schema: values.oneOf(REGISTRATION_MODES),
    fallback: 'open',
    control: { kind: 'choice', options: REGISTRATION_MODES },
  }),
  approval_question_pl: line('people', LIMITS.approvalQuestion),
  approval_question_en: line('people', LIMITS.approvalQuestion),
  member_invites: flag('people', false),
  allowed_mail_domains: domains(),
  blocked_mail_domains: domains(),
  minimum_age: setting({
    section: 'people',
    schema: values.wholeNumber(1, 120),
    fallback: 13,
    control: { kind: 'number', min: 1, max: 120 },
    variable: 'MINIMUM_AGE',
  }),
  communities_by: setting({
    section: 'people',
    schema: values.oneOf(COMMUNITIES_BY),
    fallback: 'everyone',
    control: { kind: 'choice', options: COMMUNITIES_BY },
  }),

  oidc_issuer: setting({
    section: 'login',
    schema: values.issuer,
    fallback: null,
    control: { kind: 'line', max: 500 },
    variable: 'OIDC_ISSUER',
  }),
  oidc_client_id: clientId('OIDC_CLIENT_ID'),
  oidc_client_secret: clientSecret('OIDC_CLIENT_SECRET'),
  /** The provider's name on the sign-in button; if it is empty, the button shows the issuer's host. */
  oidc_name: setting({
    section: 'login',
    schema: values.line(0, LIMITS.serviceName),
    fallback: '',
    control: { kind: 'line', max: LIMITS.serviceName },
    variable: 'OIDC_NAME',
  }),
  oidc_scopes: setting({
    section: 'login',
    schema: values.scopes,
    fallback: 'openid profile email',
    control: { kind: 'line', max: 200 },
    variable: 'OIDC_SCOPES',
  }),
  oidc_groups_claim: setting({
    section: 'login',
    schema: values.line(1, 100),
    fallback: 'groups',
    control: { kind: 'line', max: 100 },
    variable: 'OIDC_GROUPS_CLAIM',
  }),
  /** Maps each group of the OpenID Connect provider to a community that the group's members join. */
  oidc_groups: setting({
    section: 'login',
    schema: values.groups,
    fallback: {},
    control: { kind: 'custom' },
    variable: 'OIDC_GROUPS',
  }),
  oidc_only: setting({
    section: 'login',
    schema: values.flag,
    fallback: false,
    control: { kind: 'flag' },
    variable: 'OIDC_ONLY',
  }),
  google_client_id: clientId('GOOGLE_CLIENT_ID'),
  google_client_secret: clientSecret('GOOGLE_CLIENT_SECRET'),
  apple_client_id: clientId('APPLE_CLIENT_ID'),
  apple_team_id: clientId('APPLE_TEAM_ID'),
  apple_key_id: clientId('APPLE_KEY_ID'),
  apple_private_key: setting({
    section: 'login',
    schema: values.privateKey,
    fallback: null,
    control: { kind: 'secret', max: 2_000 },
    variable: 'APPLE_PRIVATE_KEY',
    isSecret: true,
  }),
  facebook_client_id: clientId('FACEBOOK_CLIENT_ID'),
  facebook_client_secret: clientSecret('FACEBOOK_CLIENT_SECRET'),
  github_client_id: clientId('GITHUB_CLIENT_ID'),
  github_client_secret: clientSecret('GITHUB_CLIENT_SECRET'),

  adult_variant: flag('features', true),
  bot: flag('features', true),
  streams: flag('features', true),
  live_streams: setting({
    section: 'features',
    schema: values.wholeNumber(0, 999),
    fallback: 2,
    control: { kind: 'number', min: 0, max: 999 },
    variable: 'LIVE_STREAMS',
  }),
  ads: setting({
    section: 'features',
    schema: values.oneOf(ADS),
    fallback: 'house',
    control: { kind: 'choice', options: ADS },
    variable: 'ADS',
  }),
  offline: setting({
    section: 'features',
    schema: values.oneOf(ON_OFF),
    fallback: 'on',
    control: { kind: 'choice', options: ON_OFF },
    variable: 'OFFLINE',
  }),
  oauth_registration: setting({
    section: 'features',
    schema: values.oneOf(ON_OFF),
    fallback: 'off',
    control: { kind: 'choice', options: ON_OFF },
    variable: 'OAUTH_REGISTRATION',
  }),
  modmail: flag('features', true),
  public_log: flag('features', true),
  default_feed: setting({
    section: 'features',
    schema: values.oneOf(FEEDS),
    fallback: 'all',
    control: { kind: 'choice', options: FEEDS },
  }),
  default_language: setting({
    section: 'features',
    schema: values.oneOf(LANGUAGES),
    fallback: 'pl',
    control: { kind: 'choice', options: LANGUAGES },
  }),
  languages: setting({
    section: 'features',
    schema: values.someOf(LANGUAGES),
    fallback: [...LANGUAGES],
    control: { kind: 'choices', options: LANGUAGES },
  }),

  announcements: setting({
    section: 'announcements',
    schema: values.announcements,
    fallback: [],
    control: { kind: 'custom' },
  }),

  read_only: flag('announcements', false),
  read_only_message_pl: line('announcements', LIMITS.announcement),
  read_only_message_en: line('announcements', LIMITS.announcement),

  mail_from: setting({
    section: 'mail',
    schema: values.sender,
    fallback: ({ host, siteName }) => `${siteName.replaceAll(/[<>@"]/g, ' ').trim() || host} <no-reply@${host}>`,
    control: { kind: 'line', max: LIMITS.mailSender },
    variable: 'MAIL_FROM',
  }),
  smtp_url: setting({
    section: 'mail',
    schema: values.smtpUrl,
    fallback: null,
    control: { kind: 'custom' },
    variable: 'SMTP_URL',
    isSecret: true,
  }),

  backup_every: setting({
    section: 'backups',
    schema: values.oneOf(BACKUP_INTERVALS),
    fallback: 'day',
    control: { kind: 'choice', options: BACKUP_INTERVALS },
    variable: 'BACKUP_EVERY',
  }),
  backup_keep_daily: setting({
    section: 'backups',
    schema: values.wholeNumber(1, 366),
    fallback: 7,
    control: { kind: 'number', min: 1, max: 366 },
    variable: 'BACKUP_KEEP',
  }),
  backup_keep_weekly: setting({
    section: 'backups',
    schema: values.wholeNumber(0, 520),
    fallback: 4,
    control: { kind: 'number', min: 0, max: 520 },
    variable: 'BACKUP_KEEP',
  }),
  backup_to: setting({
    section: 'backups',
    schema: values.backupPlace,
    fallback: null,
    control: { kind: 'line', max: 1_000 },
    variable: 'BACKUP_TO',
  }),
  backup_recipient: setting({
    section: 'backups',
    schema: values.ageRecipient,
    fallback: null,
    control: { kind: 'line', max: 3_100 },
    variable: 'BACKUP_RECIPIENT',
  }),
  backup_s3_endpoint: setting({
    section: 'backups',
    schema: values.httpAddress,
    fallback: null,
    control: { kind: 'line', max: 500 },
    variable: 'BACKUP_S3_ENDPOINT',
  }),
  backup_s3_region: setting({
    section: 'backups',
    schema: values.line(1, 100),
    fallback: 'us-east-1',
    control: { kind: 'line', max: 100 },
    variable: 'BACKUP_S3_REGION',
  }),
  backup_s3_access_key_id: setting({
    section: 'backups',
    schema: values.secretLine(200),
    fallback: null,
    control: { kind: 'line', max: 200 },
    variable: 'BACKUP_S3_ACCESS_KEY_ID',
  }),
  backup_s3_secret_access_key: setting({
    section: 'backups',
    schema: values.secretLine(200),
    fallback: null,
    control: { kind: 'secret', max: 200 },
    variable: 'BACKUP_S3_SECRET_ACCESS_KEY',
    isSecret: true,
  }),
} satisfies Record<string, Pick<Setting, 'section'>>

export type SettingKey = keyof typeof registry
export type SettingValues = { [Key in SettingKey]: v.InferOutput<(typeof registry)[Key]['schema']> }

export const SETTING_KEYS = Object.keys(registry) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(registry, key)

export const settingOf = (key: SettingKey): Setting => registry[key] as Setting

export function fallbackOf(key: SettingKey, from: Surroundings): SettingValues[SettingKey] {
  const { fallback } = settingOf(key)
  return typeof fallback === 'function' ? fallback(from) : fallback
}

/** Returns settings that contradict each other, with the key of an error message. */
export function contradictions(all: SettingValues): Partial<Record<SettingKey, string>> {
  const goesToS3 = all.backup_to?.startsWith('s3://') === true
  const hasKeys = all.backup_s3_access_key_id !== null && all.backup_s3_secret_access_key !== null
  return {
    ...(all.oidc_only && servicesOf(all).length === 0 && { oidc_only: 'setting_oidc_only' }),
    ...(all.blocked_mail_domains.some((name) => all.allowed_mail_domains.includes(name)) && {
      blocked_mail_domains: 'setting_domain_twice',
    }),
    ...(goesToS3 && all.backup_recipient === null && { backup_recipient: 'setting_backup_unencrypted' }),
    ...(goesToS3 && !hasKeys && { backup_to: 'setting_backup_keys' }),
  }
}
