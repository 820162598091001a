import type { Post } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { addToCommentCount } from '#site/core/posts-store.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useSite } from '#site/core/site-context.tsx'
import { withAnswer, type Thread } from './thread.ts'
import { useIdSet } from './useIdSet.ts'

/** Returns a function that asks the bot; `isCounted` returns whether an event has already counted the bot's reply. */
export function useBotAnswers(
  post: Post,
  update: (change: (thread: Thread) => Thread) => void,
  isCounted: (id: number) => boolean,
) {
  const { api } = useSite()
  const texts = useTexts('comments')
  const signInFirst = useSignInFirst()
  const asked = useIdSet()
  const action = `ask-bot:${post.id}`

  async function ask(id: number): Promise<void> {
    if (asked.has(id) || !signInFirst(texts.signInToAskBot, { name: action, value: id })) return
    asked.add(id)
    try {
      const { comment } = await api.bot.respondPublic({ comment_id: id })
      if (!isCounted(comment.id)) addToCommentCount(post, 1)
      update((now) => withAnswer(now, comment))
      showToast({
        kind: 'success',
        text: texts.botAnswered,
        action: { label: texts.show, href: `#comment-${comment.id}` },
      })
    } catch (error) {
      showFailure(error, texts.botFailed)
    } finally {
      asked.remove(id)
    }
  }
  usePendingAction<number>(action, (id) => void ask(id))

  return { isAsking: asked.has, askBot: (id: number) => void ask(id) }
}
