import type { Account, AccountSession } from '#shared/api/account.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { PasskeysPart } from '../factors/PasskeysPart.tsx'
import { TotpPart } from '../factors/TotpPart.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

export async function loadSecuritySection({ api }: LoadArgs) {
  const [account, { sessions }] = await Promise.all([api.account.get(), api.account.sessions()])
  return { account, sessions }
}

export function SecuritySection({
  data: { account, sessions },
}: {
  data: { account: Account; sessions: AccountSession[] }
}) {
  return (
    <>
      <PasswordForm />
      <TotpPart loaded={account} />
      <PasskeysPart loaded={account.passkeys} />
      <Sessions loaded={sessions} />
    </>
  )
}
