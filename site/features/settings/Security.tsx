import type { Account, AccountSession } from '#shared/api/account.ts'
import type { Grant } from '#shared/api/oauth.ts'
import type { Token } from '#shared/api/tokens.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { PasskeysPart } from '../factors/PasskeysPart.tsx'
import { TotpPart } from '../factors/TotpPart.tsx'
import { GrantsPart } from '../oauth/GrantsPart.tsx'
import { TokensPart } from '../tokens/TokensPart.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

export async function loadSecuritySection({ api }: LoadArgs) {
  const [account, { sessions }, { tokens }, { grants }] = await Promise.all([
    api.account.get(),
    api.account.sessions(),
    api.tokens.list(),
    api.grants.list(),
  ])
  return { account, sessions, tokens, grants }
}

export function SecuritySection({
  data: { account, sessions, tokens, grants },
}: {
  data: { account: Account; sessions: AccountSession[]; tokens: Token[]; grants: Grant[] }
}) {
  return (
    <>
      <PasswordForm />
      <TotpPart loaded={account} />
      <PasskeysPart loaded={account.passkeys} />
      <Sessions loaded={sessions} />
      <GrantsPart loaded={grants} />
      <TokensPart loaded={tokens} />
    </>
  )
}
