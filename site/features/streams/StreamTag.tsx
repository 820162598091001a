import type { Stream } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'

export function StreamTag({ stream: { is_live, is_interrupted } }: { stream: Stream }) {
  const t = useTexts('streams')
  if (!is_live) return <span className="tag">{t.ended}</span>
  return is_interrupted ? (
    <span className="tag tag--accent">{t.interrupted}</span>
  ) : (
    <span className="tag tag--danger">{t.live}</span>
  )
}
