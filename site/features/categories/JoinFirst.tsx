import { useEffect, useState } from 'react'
import type { Standing } from '#shared/api/categories.ts'
import type { Category } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { RefusalNotice } from '#site/features/moderation/RefusalNotice.tsx'
import { useMembership } from './useMembership.ts'

/** Renders nothing if the viewer may post; `refused` is set if the server refused the post. */
export function JoinFirst({
  category,
  known,
  refused,
}: {
  category: Category
  known: Standing | null
  refused: boolean
}) {
  const { api } = useSite()
  const [standing, setStanding] = useState(known)
  useEffect(() => {
    if (known) return undefined
    const abort = new AbortController()
    api.categories
      .membership({ category_id: category.id }, { signal: abort.signal })
      .then(setStanding)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) console.error(error)
      })
    return () => abort.abort()
  }, [api, category.id, known])
  if (standing?.ban) return <RefusalNotice where={category.name} until={standing.ban.until} />
  if (refused) return <JoinNotice category={category} refused />
  return standing?.is_member === false ? <JoinNotice category={category} refused={false} /> : null
}

function JoinNotice({ category, refused }: { category: Category; refused: boolean }) {
  const t = useTexts('submit')
  const { is_member, toggle } = useMembership(category, false)
  if (is_member)
    return (
      <Notice kind="success" role="status">
        {t.joined(category.name)}
      </Notice>
    )
  return (
    <Notice
      kind={refused ? 'danger' : 'warning'}
      role={refused ? 'alert' : 'status'}
      actions={
        <Button
          type="submit"
          name="_first"
          value={`categories.join?category_id=${category.id}`}
          size="small"
          variant="primary"
          onClick={withScripts(toggle)}>
          {t.join}
        </Button>
      }>
      {refused ? t.joinFirst(category.name) : t.notMember(category.name)}
    </Notice>
  )
}
