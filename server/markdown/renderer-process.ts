import { renderMarkdown } from './markdown.ts'

if (import.meta.main) {
  // This process ends when the server asks it to or exits itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (text: string) => {
    process.send!(renderMarkdown(text))
  })
}
