import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser'
import type { Passkey } from '#shared/api/factors.ts'
import type { SiteApi } from '#shared/api/public.ts'
import type { Login } from '#site/core/session.ts'

export const isStopped = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

export const isKnown = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'

/** `byAutofill` waits until the reader chooses a passkey from the autofill list of the username field. */
export async function signInByPasskey(
  api: SiteApi,
  { byAutofill, remember }: { byAutofill: boolean; remember: () => boolean },
): Promise<Login> {
  const response = await startAuthentication({
    optionsJSON: await api.factors.passkeyLoginOptions(),
    useBrowserAutofill: byAutofill,
  })
  return api.factors.passkeyLogin({ response, remember_me: remember() })
}

export async function addPasskey(
  api: SiteApi,
  { name, password }: { name: string; password: string },
): Promise<Passkey> {
  const optionsJSON = (await api.factors.passkeyOptions({ password })) as PublicKeyCredentialCreationOptionsJSON
  return api.factors.addPasskey({ name, response: await startRegistration({ optionsJSON }) })
}

export function stopWaiting(): void {
  WebAuthnAbortService.cancelCeremony()
}
