import type { HandlersOf } from '#shared/api/contract.ts'
import type { markdown } from '#shared/api/markdown.ts'
import type { CtxByAccess } from '#server/context.ts'
import { renderText } from '#server/markdown/render-text.ts'

export const markdownHandlers: HandlersOf<typeof markdown, CtxByAccess> = {
  preview: async ({ viewer }, { content }) => ({
    html: (await renderText(content, { by: viewer.id, isPreview: true })).html,
  }),
}
