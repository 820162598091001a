import { renderMarkdown } from './markdown.ts'

/*
 * The process that renders long texts: `bun server/markdown/renderer-process.ts`, started by `render-text.ts`. It renders one text
 * at a time.
 */

if (import.meta.main) {
  // The server ends this process, also by ending itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (text: string) => { process.send!(renderMarkdown(text)) })
}
