import { useState, type ReactNode } from 'react'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import type { Member } from './MemberDialog.tsx'

export type Thing = Pick<Post | Comment, 'id'> & {
  kind: 'post' | 'comment'
  category: Member['category']
  author: Member['user'] | null
}

export type ThingAction = 'remove' | 'restore' | 'approve' | 'author'

export type Moderate = (thing: Thing, action: ThingAction) => void

/** The code of the dialog is loaded at the first action. */
export function useModeration(onDone: (thing: Thing) => Promise<void>): { moderate: Moderate; dialog: ReactNode } {
  const { t, lang } = useSite()
  const [dialog, setDialog] = useState<ReactNode>(null)

  async function run(thing: Thing, action: ThingAction): Promise<void> {
    try {
      const close = () => setDialog(null)
      if (action === 'author') {
        const { MemberDialog } = await import('./MemberDialog.tsx')
        if (thing.author) setDialog(<MemberDialog user={thing.author} category={thing.category} onClose={close} />)
        return
      }
      const { RemovalDialog, decideThing } = await import('./tools.tsx')
      const done = () => onDone(thing)
      if (action === 'remove')
        setDialog(<RemovalDialog key={thing.id} thing={thing} onClose={close} onRemoved={done} />)
      else await decideThing(thing, action, lang, done)
    } catch (error) {
      showFailure(error, t.app.unexpectedText)
    }
  }

  return { moderate: (thing, action) => void run(thing, action), dialog }
}
