import { join } from 'node:path'
import { createProcessQueue } from '#server/lib/process-queue.ts'
import { renderMarkdown, renderUnformatted, type Rendered } from './markdown.ts'

/** Texts up to this length are rendered in this process, in less than 20 ms, whatever they contain. */
export const MAX_IN_PROCESS = 4_000
/** The costliest texts, and the start of the renderer process, take some 200 ms each. */
const RENDER_TIMEOUT_MS = 10_000

const RENDERER = join(import.meta.dir, 'renderer-process.ts')
const published = createProcessQueue<string, Rendered>(RENDERER, { name: 'published', maxOfOne: 5, maxWaiting: 50 })
const previewed = createProcessQueue<string, Rendered>(RENDERER, { name: 'previewed', maxOfOne: null, maxWaiting: 50 })

type RenderOptions = {
  /** The id of the text's author; waiting authors take turns. */
  by?: number | 'server'
  timeoutMs?: number
  /** A preview waits only for other previews, in a separate process, where each member has at most one waiting text. */
  isPreview?: boolean
}

/** If the renderer process fails, the text is returned unformatted, with `version` 0. Throws `too_many_requests`. */
export async function renderText(
  text: string,
  { by = 'server', timeoutMs = RENDER_TIMEOUT_MS, isPreview = false }: RenderOptions = {},
): Promise<Rendered> {
  if (text.length <= MAX_IN_PROCESS) return renderMarkdown(text)
  const rendered = await (isPreview ? previewed : published).ask(text, { by, timeoutMs })
  return rendered ?? { ...renderUnformatted(text), version: 0 }
}
