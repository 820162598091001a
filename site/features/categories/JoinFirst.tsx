import { useEffect, useState } from 'react'
import type { Category } from '#shared/api/shapes.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { submitTexts } from '#site/features/posts/texts.ts'
import { useMembership } from './useMembership.ts'

/** Offers to join; renders nothing for members. `refused` is set once the server refused the post. */
export function JoinFirst({ category, refused }: { category: Category, refused: boolean }) {
  const { api } = useSite()
  const [wasMember, setWasMember] = useState<boolean | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    api.categories.membership({ category_id: category.id }, { signal: abort.signal })
      .then(({ is_member }) => setWasMember(is_member))
      .catch((error: unknown) => { if (!abort.signal.aborted) console.error(error) })
    return () => abort.abort()
  }, [api, category.id])
  if (refused) return <JoinNotice category={category} refused />
  return wasMember === false ? <JoinNotice category={category} refused={false} /> : null
}

function JoinNotice({ category, refused }: { category: Category, refused: boolean }) {
  const t = submitTexts[useSite().lang]
  const { is_member, toggle } = useMembership(category, false)
  if (is_member) return <Notice kind="success" role="status">{t.joined(category.name)}</Notice>
  return (
    <Notice
      kind={refused ? 'danger' : 'warning'} role={refused ? 'alert' : 'status'}
      actions={<Button size="small" variant="primary" onClick={toggle}>{t.join}</Button>}
    >
      {refused ? t.joinFirst(category.name) : t.notMember(category.name)}
    </Notice>
  )
}
