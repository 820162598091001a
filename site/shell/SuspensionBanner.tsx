import { useClock } from '#site/core/clock.tsx'
import { Refusal } from '#site/features/moderation/Refusal.tsx'

export function SuspensionBanner({ until, decision_id }: { until: string | null; decision_id: number }) {
  const { now } = useClock()
  if (until !== null && Date.parse(until) <= now) return null
  return (
    <section className="banner banner--info" aria-labelledby="suspension">
      <div id="suspension">
        <Refusal where={null} until={until} decisionId={decision_id} />
      </div>
    </section>
  )
}
