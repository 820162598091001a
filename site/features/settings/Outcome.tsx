import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'

export function Outcome({ done, failure }: { done: string | null; failure: string | null }) {
  if (failure !== null) return <FormFailure text={failure} />
  return done === null ? null : (
    <Notice kind="success" role="status">
      {done}
    </Notice>
  )
}
