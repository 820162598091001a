import type { Account, AccountSession } from '#shared/api/account.ts'
import type { Token } from '#shared/api/tokens.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { PasskeysPart } from '../factors/PasskeysPart.tsx'
import { TotpPart } from '../factors/TotpPart.tsx'
import { TokensPart } from '../tokens/TokensPart.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

export async function loadSecuritySection({ api }: LoadArgs) {
  const [account, { sessions }, { tokens }] = await Promise.all([
    api.account.get(),
    api.account.sessions(),
    api.tokens.list(),
  ])
  return { account, sessions, tokens }
}

export function SecuritySection({
  data: { account, sessions, tokens },
}: {
  data: { account: Account; sessions: AccountSession[]; tokens: Token[] }
}) {
  return (
    <>
      <PasswordForm />
      <TotpPart loaded={account} />
      <PasskeysPart loaded={account.passkeys} />
      <Sessions loaded={sessions} />
      <TokensPart loaded={tokens} />
    </>
  )
}
