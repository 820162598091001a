export type Prepared<Ctx, Input, Ready, Output> = ((ctx: Ctx, input: Input) => Promise<Output>) & {
  prepare: (ctx: Ctx, input: Input) => Promise<Ready>
  complete: (ctx: Ctx, input: Input, ready: Ready) => Promise<Output>
}

/** `prepare` does the slow work outside of any transaction and stores nothing; `complete` may run in a transaction. */
export function prepared<Ctx, Input, Ready, Output>(
  prepare: (ctx: Ctx, input: Input) => Promise<Ready>,
  complete: (ctx: Ctx, input: Input, ready: Ready) => Promise<Output>,
): Prepared<Ctx, Input, Ready, Output> {
  return Object.assign(async (ctx: Ctx, input: Input) => complete(ctx, input, await prepare(ctx, input)), {
    prepare,
    complete,
  })
}
