import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { DataExport } from '#shared/api/exports.ts'
import { useTexts } from '#shared/texts.ts'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import type { LoadArgs } from '#site/core/page.ts'
import { ExportPart } from '../exports/ExportPart.tsx'
import { DeleteAccount, DeletionForm } from './DeleteAccount.tsx'
import { HasPassword } from './has-password.ts'
import { SettingsPart } from './SettingsFrame.tsx'

export async function loadDataSection({ api, lastEventId, query }: LoadArgs) {
  const since = lastEventId()
  const [dataExport, { has_password }] = await Promise.all([api.exports.get(), api.account.get()])
  return { since, isLeaving: query.get('confirm') === 'delete-account', dataExport, has_password }
}

export function DataSection({
  data: { since, isLeaving, dataExport, has_password },
}: {
  data: { since: string | null; isLeaving: boolean; dataExport: DataExport; has_password: boolean }
}) {
  const { open } = useTexts('account')
  const text = useTexts('settings').deletion
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <HasPassword value={has_password}>
      <ExportPart loaded={dataExport} since={since} />
      <SettingsPart title={text.title} lead={text.lead} danger>
        <div id="confirm">
          {isLeaving ? (
            <DeletionForm onClose={() => void navigate(paths.settings('data'))} />
          ) : (
            <div className="form__actions">
              <ActionLink
                className={buttonClass('danger')}
                href={`${paths.settings('data')}?confirm=delete-account#confirm`}
                onPress={() => setDeleting(true)}>
                {open}
              </ActionLink>
            </div>
          )}
        </div>
        <DeleteAccount open={isDeleting} onClose={() => setDeleting(false)} />
      </SettingsPart>
    </HasPassword>
  )
}
