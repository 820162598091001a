/** A handler in two parts, `prepare` and `complete`. */
export type Prepared<Ctx, Input, Ready, Output> = ((ctx: Ctx, input: Input) => Promise<Output>) & {
  prepare: (ctx: Ctx, input: Input) => Promise<Ready>
  complete: (ctx: Ctx, input: Input, ready: Ready) => Promise<Output>
}

/**
 * `prepare` does the slow work and stores nothing. `complete` may be part of a transaction, for a request with an
 * Idempotency-Key. `prepare` always runs outside of it, so that it holds no database connection.
 */
export function prepared<Ctx, Input, Ready, Output>(
  prepare: (ctx: Ctx, input: Input) => Promise<Ready>,
  complete: (ctx: Ctx, input: Input, ready: Ready) => Promise<Output>,
): Prepared<Ctx, Input, Ready, Output> {
  return Object.assign(async (ctx: Ctx, input: Input) => complete(ctx, input, await prepare(ctx, input)), {
    prepare,
    complete,
  })
}
