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
import { SettingsPart } from './SettingsFrame.tsx'

export async function loadDataSection({ api, lastEventId, query }: LoadArgs) {
  const since = lastEventId()
  return { since, isLeaving: query.get('confirm') === 'delete-account', dataExport: await api.exports.get() }
}

export function DataSection({
  data: { since, isLeaving, dataExport },
}: {
  data: { since: string | null; isLeaving: boolean; dataExport: DataExport }
}) {
  const { open } = useTexts('account')
  const text = useTexts('settings').deletion
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
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
    </>
  )
}
