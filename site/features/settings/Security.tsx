import { useState } from 'react'
import type { Account, AccountSession } from '#shared/api/account.ts'
import type { Grant } from '#shared/api/oauth.ts'
import type { Token } from '#shared/api/tokens.ts'
import type { LoadArgs } from '#site/core/page.ts'
import type { LinkedService } from '#shared/api/sign-in-services.ts'
import { ServicesPart } from '../sign-in-services/ServicesPart.tsx'
import type { Ways } from '../sign-in-services/ServiceButtons.tsx'
import { PasskeysPart } from '../factors/PasskeysPart.tsx'
import { TotpPart } from '../factors/TotpPart.tsx'
import { GrantsPart } from '../oauth/GrantsPart.tsx'
import { TokensPart } from '../tokens/TokensPart.tsx'
import { HasPassword } from './has-password.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

export async function loadSecuritySection({ api }: LoadArgs) {
  const [account, { sessions }, { tokens }, { grants }, ways, linked] = await Promise.all([
    api.account.get(),
    api.account.sessions(),
    api.tokens.list(),
    api.grants.list(),
    api.signInServices.list(),
    api.signInServices.linked(),
  ])
  return { account, sessions, tokens, grants, ways, linked: linked.services }
}

type Data = {
  account: Account
  sessions: AccountSession[]
  tokens: Token[]
  grants: Grant[]
  ways: Ways
  linked: LinkedService[]
}

export function SecuritySection({ data: { account, sessions, tokens, grants, ways, linked } }: { data: Data }) {
  const [hasPassword, setHasPassword] = useState(account.has_password)
  return (
    <HasPassword value={hasPassword}>
      {!ways.oidc_only && <PasswordForm onChanged={() => setHasPassword(true)} />}
      <TotpPart loaded={account} />
      <PasskeysPart loaded={account.passkeys} />
      {(ways.services.length > 0 || linked.length > 0) && <ServicesPart ways={ways} linked={linked} />}
      <Sessions loaded={sessions} />
      <GrantsPart loaded={grants} />
      <TokensPart loaded={tokens} />
    </HasPassword>
  )
}
