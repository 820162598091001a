import { renderMarkdown } from './markdown.ts'

if (import.meta.main) {
  // This process ends only when the server kills it or exits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (text: string) => {
    process.send!(renderMarkdown(text))
  })
}
