import { useEffect, useState } from 'react'
import type { AdminMode, SignIn } from '../ipc.ts'
import { bridge } from './bridge.ts'
import { useAsk } from './use-ask.ts'

export type Kind = SignIn['kind']

const EMPTY = { username: '', password: '', adminPassword: '', code: '' }

export function useSignIn(address: string) {
  const [kind, setKind] = useState<Kind>('moderator')
  const [values, setValues] = useState(EMPTY)
  const [isAccountNeeded, setAccountNeeded] = useState(false)
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const { ask, isBusy, issue } = useAsk()
  const { password, adminPassword } = values
  const username = values.username.trim()
  const [adminMode, setAdminMode] = useState<AdminMode>(null)
  const asksAdminPassword = kind === 'admin' && adminMode !== 'account'
  const asksAccount = kind === 'moderator' || isAccountNeeded || !asksAdminPassword
  const isFilled =
    (!asksAdminPassword || adminPassword !== '') && (!asksAccount || (username !== '' && password !== ''))
  const change = (part: Partial<typeof EMPTY>) => setValues((now) => ({ ...now, ...part }))

  useEffect(() => {
    if (kind === 'admin') void bridge.adminMode().then(setAdminMode)
  }, [kind, address])

  async function send() {
    if (!isFilled) return
    const account = { username, password, code: values.code.trim() }
    const outcome = await ask(() =>
      bridge.signIn(
        kind === 'moderator'
          ? { kind, ...account }
          : { kind, password: asksAdminPassword ? adminPassword : '', account: asksAccount ? account : null },
      ),
    )
    if (!outcome || outcome.ok) return
    if (outcome.issue === 'account_needed') setAccountNeeded(true)
    if (outcome.issue === 'code_needed' || outcome.issue === 'next_code_needed') setCodeNeeded(true)
    if (outcome.issue === 'next_code_needed') change({ code: '' })
  }

  return { kind, setKind, values, change, asksAdminPassword, asksAccount, isCodeNeeded, isFilled, isBusy, issue, send }
}
