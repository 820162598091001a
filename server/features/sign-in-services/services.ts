import { servicesOf } from '#shared/api/settings/sign-in-services.ts'
import type { SignInService } from '#shared/rules/sign-in-services.ts'
import type { Services } from '#server/context.ts'

type Settings = Services['settings']

const NAMES = { google: 'Google', apple: 'Apple', facebook: 'Facebook', github: 'GitHub' } as const

export const nameOf = (settings: Settings, service: SignInService): string =>
  service === 'oidc'
    ? settings.value('oidc_name') || (URL.parse(settings.value('oidc_issuer') ?? '')?.host ?? 'OpenID Connect')
    : NAMES[service]

export const usableServices = (settings: Settings): SignInService[] => servicesOf(settings.values())
