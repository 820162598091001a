import { main, print } from './console.ts'
import { ensureInstalled } from './install.ts'

/** `bun run sql`: updates the committed SQL of the feed, the page of comments and the search. */
await main(async () => {
  await ensureInstalled()
  const { writeSqlFiles } = await import('#server/test/sql-files.ts')
  await writeSqlFiles()
  print('Written: feed.sql, page.sql, search.sql')
})
