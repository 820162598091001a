import { useState } from 'react'
import type { DataExport } from '#shared/api/exports.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { LoadArgs } from '#site/core/page.ts'
import { ExportPart } from '../exports/ExportPart.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { SettingsPart } from './SettingsFrame.tsx'

export async function loadDataSection({ api, lastEventId }: LoadArgs) {
  const since = lastEventId()
  return { since, dataExport: await api.exports.get() }
}

export function DataSection({
  data: { since, dataExport },
}: {
  data: { since: string | null; dataExport: DataExport }
}) {
  const { open } = useTexts('account')
  const text = useTexts('settings').deletion
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <ExportPart loaded={dataExport} since={since} />
      <SettingsPart title={text.title} lead={text.lead} danger>
        <div className="form__actions needs-js">
          <Button variant="danger" onClick={() => setDeleting(true)}>
            {open}
          </Button>
        </div>
        <DeleteAccount open={isDeleting} onClose={() => setDeleting(false)} />
      </SettingsPart>
    </>
  )
}
