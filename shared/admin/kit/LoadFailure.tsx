import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { useAdmin } from './context.ts'
import type { Loaded } from './useLoaded.ts'

export function LoadFailure({ loaded }: { loaded: Pick<Loaded<unknown>, 'failure' | 'isLoading' | 'refresh'> }) {
  const { t } = useAdmin()
  if (loaded.failure === null) return null
  return (
    <Notice
      kind="danger"
      role="alert"
      actions={
        <Button size="small" busy={loaded.isLoading} onClick={() => void loaded.refresh()}>
          {t.kit.retry}
        </Button>
      }>
      {t.kit.loadFailed}: {loaded.failure}
    </Notice>
  )
}
