import Download from 'lucide/dist/esm/icons/download.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useAdmin } from './context.ts'
import type { Export } from './useExport.ts'

export function ExportButton({ of: { start, progress, isEmpty } }: { of: Export }) {
  const { t } = useAdmin()
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Icon of={Download} size={16} />}
      disabled={isEmpty && progress === null}
      busy={progress !== null}
      busyLabel={progress ?? undefined}
      onClick={() => void start()}>
      {t.kit.export.button}
    </Button>
  )
}
