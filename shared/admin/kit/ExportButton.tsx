import Download from 'lucide-react/icons/download'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from './context.ts'
import type { Export } from './useExport.ts'

/** Saves the list as CSV, and says how far that is. */
export function ExportButton({ of: { start, progress, isEmpty } }: { of: Export }) {
  const { t } = useAdmin()
  return (
    <Button
      variant="quiet" size="small" icon={<Download size={16} aria-hidden />}
      disabled={isEmpty && progress === null} busy={progress !== null} busyLabel={progress ?? undefined}
      onClick={() => void start()}
    >
      {t.kit.export.act}
    </Button>
  )
}
