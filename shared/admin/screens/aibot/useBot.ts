import { useAdmin } from '../../kit/context.ts'
import { failureText } from '../../kit/failure.ts'
import { useAct } from '../../kit/useAct.ts'
import { startWork, useWork, type Outcome, type WorkKind } from './work.ts'

/** Sets the bot to work, one thing at a time; a failure is told at once and stands where the outcome does. */
export function useBot() {
  const { api, t } = useAdmin()
  const { act } = useAct()
  const work = useWork(api)

  function start(kind: WorkKind, call: () => Promise<Outcome | null>, { commentId = null, done }: { commentId?: number | null, done?: string } = {}) {
    void startWork(api, kind, async () => {
      let failure: Outcome | null = null
      const went = await act({
        key: 'bot',
        call: () => call().catch((error: unknown) => {
          failure = { kind: 'failure', text: t.kit.failedLoudly + failureText(error, t) }
          throw error
        }),
        done,
        failed: t.kit.failedLoudly,
      })
      return went ? went.answer : failure
    }, commentId)
  }

  return { ...work, start }
}
