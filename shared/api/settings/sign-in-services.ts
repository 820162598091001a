import type { SignInService } from '../../rules/sign-in-services.ts'
import { SIGN_IN_SERVICES } from '../../rules/sign-in-services.ts'
import type { SettingValues } from './registry.ts'

const NEEDED = {
  oidc: ['oidc_issuer', 'oidc_client_id'],
  google: ['google_client_id', 'google_client_secret'],
  apple: ['apple_client_id', 'apple_team_id', 'apple_key_id', 'apple_private_key'],
  facebook: ['facebook_client_id', 'facebook_client_secret'],
  github: ['github_client_id', 'github_client_secret'],
} as const satisfies Record<SignInService, (keyof SettingValues)[]>

export const servicesOf = (values: Readonly<SettingValues>): SignInService[] =>
  SIGN_IN_SERVICES.filter((service) => NEEDED[service].every((key) => values[key] !== null))
