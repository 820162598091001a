import { useState } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { useText } from '#site/core/site-context.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { useSettingsTexts } from './texts.ts'

export const loadDataSection = () => Promise.resolve(null)

export function DataSection() {
  const { account } = useText()
  const text = useSettingsTexts().deletion
  const [isDeleting, setDeleting] = useState(false)
  return (
    <SettingsPart title={text.title} lead={text.lead} danger>
      <div className="form__actions needs-js"><Button variant="danger" onClick={() => setDeleting(true)}>{account.open}</Button></div>
      <DeleteAccount open={isDeleting} onClose={() => setDeleting(false)} />
    </SettingsPart>
  )
}
