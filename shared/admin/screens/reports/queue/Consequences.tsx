import type { QueueItem } from '#shared/api/queue.ts'
import { Fold } from '#shared/ui/Fold.tsx'
import { useAdmin } from '../../../kit/context.ts'
import { UserDecisionForm } from '../../users/UserDecisionForm.tsx'

/** A form for a decision about a member reported for a profile or message, where no content can be removed. */
export function Consequences({ item: { target } }: { item: QueueItem }) {
  const { t, scope } = useAdmin()
  const isAboutMember = target.type === 'message' || target.type === 'user'
  if (scope !== 'admin' || !isAboutMember || target.author === null) return null
  return (
    <Fold label={t.queue.consequences(target.author.username)}>
      <UserDecisionForm userId={target.author.id} onDecided={async () => {}} />
    </Fold>
  )
}
