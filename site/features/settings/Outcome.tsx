import { Notice } from '#shared/ui/Notice.tsx'

export function Outcome({ done, failure }: { done: string | null; failure: string | null }) {
  if (failure !== null)
    return (
      <Notice kind="danger" role="alert">
        {failure}
      </Notice>
    )
  return done === null ? null : (
    <Notice kind="success" role="status">
      {done}
    </Notice>
  )
}
