import postgres from 'postgres'

/** Searches of comments wait until `open` is called. */
export async function lockComments(url: string) {
  const locker = postgres(url, { max: 1, onnotice: () => {} })
  const opened = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = locker.begin(async (tx) => {
    await tx`lock table comment_search in access exclusive mode`
    locked.resolve()
    await opened.promise
  })
  await locked.promise
  return async () => {
    opened.resolve()
    await holding
    await locker.end()
  }
}
