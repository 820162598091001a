import { createHttpApi, type FetchLike } from '../../shared/api/client.ts'
import { CallError } from '../../shared/api/errors.ts'
import { contract, type Api } from '../../shared/api/index.ts'
import type { Lang } from '../../shared/i18n/plural.ts'
import type { AdminMode, Issue, SignIn } from '../ipc.ts'
import { credentialHeaders, type Credential } from './credentials.ts'
import type { Fetch } from './forward.ts'

const CALL_TIMEOUT_MS = 20_000

type Caller = { address: string; lang: Lang; send: Fetch }

export function apiOf(
  { address, lang, send }: Caller,
  credential: Pick<Credential, 'admin_token' | 'access_token'> | null = null,
): Api {
  const fetch: FetchLike = (url, { method, headers, body }) =>
    send(url, {
      method,
      headers,
      body,
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
  return createHttpApi(contract, fetch, {
    base: address,
    headers: () => ({ cookie: `language=${lang}`, ...credentialHeaders(credential) }),
  })
}

/** `opened`: the account that is already signed in, if the panel requires a second code. */
type SignInResult = { credential: Credential } | { issue: Issue; detail: string | null; opened?: Account }

/** Servers of an earlier version lack this call and require the admin password. */
export async function adminModeOf(caller: Caller): Promise<AdminMode> {
  try {
    return (await apiOf(caller).adminAuth.mode()).by
  } catch (error) {
    return error instanceof CallError && error.status !== 0 ? 'password' : null
  }
}

/** Exchanges typed passwords for tokens that expire. `waiting`: an admin's account that still needs a second code. */
export async function signIn(caller: Caller, typed: SignIn, waiting: Account | null): Promise<SignInResult> {
  const given = typed.kind === 'moderator' ? typed : typed.account
  const goesOn = typed.kind === 'admin' && typed.password === '' && waiting?.typed_name === given?.username
  let account: Account | null = goesOn ? waiting : null
  try {
    if (given) account ??= await openAccount(caller, given)
    const credential =
      typed.kind === 'moderator' ? asModerator(account!) : await asAdmin(caller, panelInput(typed, goesOn), account)
    const me = await apiOf(caller, credential).admin.me()
    return { credential: { ...credential, username: credential.username ?? me.username } }
  } catch (error) {
    if (account && error instanceof CallError && isWaitingForCode(error, goesOn))
      return { issue: 'next_code_needed', detail: goesOn ? error.detail : null, opened: account }
    if (account)
      await apiOf(caller, { admin_token: null, access_token: account.access_token })
        .auth.logout()
        .catch(() => {})
    return refusal(error, typed)
  }
}

const isWaitingForCode = ({ code }: CallError, goesOn: boolean) =>
  code === 'second_factor' || (goesOn && code === 'bad_code')

const panelInput = ({ password, account }: Extract<SignIn, { kind: 'admin' }>, goesOn: boolean) =>
  password === '' && account
    ? { account_password: account.password, ...(goesOn && { code: account.code }) }
    : { password }

/** Revokes the tokens on the server; if that fails, they expire. */
export async function signOut(caller: Caller, credential: Credential): Promise<void> {
  const api = apiOf(caller, credential)
  await Promise.allSettled([
    credential.admin_token !== null && api.adminAuth.logout(),
    credential.access_token !== null && api.auth.logout(),
  ])
}

export type Account = { access_token: string; username: string; expires_at: string; typed_name: string }

async function openAccount(
  caller: Caller,
  { username, password, code = '' }: { username: string; password: string; code?: string },
): Promise<Account> {
  const api = apiOf(caller)
  const { access_token, expires_at, user } = await api.auth
    .login({ username, password, remember_me: true })
    .catch((error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'second_factor' || code === '') throw error
      return api.factors.secondFactor({ challenge: String(error.body.challenge), code })
    })
  return { access_token, expires_at, username: user.username, typed_name: username }
}

const asModerator = ({ access_token, username, expires_at }: Account): Credential => ({
  kind: 'moderator',
  admin_token: null,
  access_token,
  username,
  expires_at,
})

type PanelInput = Parameters<Api['adminAuth']['login']>[0]

async function asAdmin(caller: Caller, input: PanelInput, account: Account | null): Promise<Credential> {
  const access_token = account?.access_token ?? null
  const { admin_token, expires_at } = await apiOf(caller, { admin_token: null, access_token }).adminAuth.login(input)
  // A panel session needs both tokens, so it ends when the first of them expires.
  const ends = account && Date.parse(account.expires_at) < Date.parse(expires_at) ? account.expires_at : expires_at
  return { kind: 'admin', admin_token, access_token, username: account?.username ?? null, expires_at: ends }
}

function refusal(error: unknown, typed: SignIn): { issue: Issue; detail: string | null } {
  if (!(error instanceof CallError) || error.status === 0) return { issue: 'unreachable', detail: null }
  if (error.code === 'not_staff' && typed.kind === 'admin' && typed.password !== '')
    return { issue: 'account_needed', detail: null }
  if (error.code === 'admin_credential' && typed.kind === 'moderator') return { issue: 'not_staff', detail: null }
  if (error.code === 'second_factor') return { issue: 'code_needed', detail: null }
  return error.code === 'unknown' ? { issue: 'not_a_forum', detail: null } : { issue: 'refused', detail: error.detail }
}
