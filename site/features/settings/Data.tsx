import { useState } from 'react'
import type { DataExport } from '#shared/api/exports.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { LoadArgs } from '#site/core/page.ts'
import { useText } from '#site/core/site-context.tsx'
import { ExportPart } from '../exports/ExportPart.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { deletionTexts } from './deletion-texts.ts'
import { useSettingsTexts } from './texts.ts'

export async function loadDataSection({ api, lastEventId }: LoadArgs) {
  const since = lastEventId()
  return { since, dataExport: await api.exports.get() }
}

export function DataSection({
  data: { since, dataExport },
}: {
  data: { since: string | null; dataExport: DataExport }
}) {
  const { open } = deletionTexts[useText().lang]
  const text = useSettingsTexts().deletion
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
