import type { BaseCtx } from '#server/context.ts'
import { sizesOfUploads } from '#server/features/uploads/queries.ts'
import { mediaOf, toLitePage } from './page.ts'

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export async function liteBody(body: Body, { db, lang }: Pick<BaseCtx, 'db' | 'lang'>): Promise<Buffer<ArrayBuffer>> {
  const html = await new Response(body).text()
  const urls = mediaOf(html)
  const sizes = urls.length === 0 ? new Map<string, number>() : await sizesOfUploads(db, urls)
  return Buffer.from(toLitePage(html, { lang, sizes }))
}
