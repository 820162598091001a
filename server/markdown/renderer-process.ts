import { renderMarkdown } from './markdown.ts'

if (import.meta.main) {
  // The parent ends this process by closing the channel or by exiting.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (text: string) => {
    process.send!(renderMarkdown(text))
  })
}
