import { renderMarkdown } from './markdown.ts'

if (import.meta.main) {
  // The server ends this process, also by ending itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (text: string) => {
    process.send!(renderMarkdown(text))
  })
}
