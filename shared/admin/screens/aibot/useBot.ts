import { useAdmin } from '../../kit/context.ts'
import { failureText } from '../../kit/failure.ts'
import { useAction } from '../../kit/useAction.ts'
import { startWork, useWork, type Outcome, type WorkKind } from './work.ts'

export function useBot() {
  const { api, t } = useAdmin()
  const { runAction } = useAction()
  const work = useWork(api)

  function start(
    kind: WorkKind,
    call: () => Promise<Outcome | null>,
    { commentId = null, done }: { commentId?: number | null; done?: string } = {},
  ) {
    void startWork(
      api,
      kind,
      async () => {
        let failure: Outcome | null = null
        const went = await runAction({
          key: 'bot',
          call: () =>
            call().catch((error: unknown) => {
              failure = { kind: 'failure', text: t.kit.failedLoudly + failureText(error, t) }
              throw error
            }),
          done,
          failed: t.kit.failedLoudly,
        })
        return went ? went.answer : failure
      },
      commentId,
    )
  }

  return { ...work, start }
}
