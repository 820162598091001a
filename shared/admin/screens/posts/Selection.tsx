import type { AdminPost } from '#shared/api/admin.ts'
import { CallError } from '#shared/api/errors.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useAction } from '../../kit/useAction.ts'
import type { List } from '../../kit/useList.ts'

/** Maximum number of posts whose titles the confirmation lists. */
const NAMED = 5

type SelectionProps = {
  list: List<AdminPost>
  chosen: readonly AdminPost[]
  choose: (ids: readonly number[], isChosen: boolean) => void
}

export function Selection({ list, chosen, choose }: SelectionProps) {
  const { api, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  const ids = list.rows.map(({ id }) => id)

  /** A post that no longer exists counts as deleted; the first other error is thrown after all posts were tried. */
  async function removeAll() {
    let failure: unknown = null
    for (const { id } of chosen) {
      try {
        await api.admin.removePost({ post_id: id })
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'post_not_found')) failure ??= error
      }
    }
    await list.refresh()
    if (failure !== null) throw failure
  }

  const remove = () =>
    runAction({
      key: 'delete chosen',
      ask: {
        title: t.posts.removeMany(chosen.length),
        text: (
          <>
            <p>{t.posts.removeManyText}</p>
            <ul className="admin__named">
              {chosen.slice(0, NAMED).map(({ id, title }) => (
                <li key={id}>{title}</li>
              ))}
              {chosen.length > NAMED && <li>{t.posts.more(chosen.length - NAMED)}</li>}
            </ul>
          </>
        ),
        confirmLabel: t.kit.delete,
        danger: true,
      },
      call: removeAll,
      done: t.kit.deleted,
      failed: t.kit.deleteFailed,
    })

  return (
    <div className={chosen.length > 0 ? 'toolbar toolbar--selection' : 'toolbar toolbar--choose'}>
      <Checkbox
        label={t.posts.chooseAll}
        checked={chosen.length === ids.length}
        ref={(box: HTMLInputElement | null) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < ids.length
        }}
        onChange={(event) => choose(ids, event.target.checked)}
      />
      {chosen.length > 0 && (
        <span className="toolbar__end">
          <span role="status">{t.posts.chosen(chosen.length)}</span>
          <Button size="small" variant="danger" busy={isBusy('delete chosen')} onClick={() => void remove()}>
            {t.posts.removeChosen}
          </Button>
        </span>
      )}
    </div>
  )
}
