import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Runtime } from '#site/core/page.ts'
import type { FormPlace, KeptParts } from '#site/core/kept-parts.tsx'

type Bytes = Buffer<ArrayBuffer>

/** Markup of a part of a page: bytes, and names of slots that are filled in separately for each page. */
type Markup = (Bytes | keyof FormPlace)[]

/** The key is a hash of everything that the markup depends on, so an entry is never stale. */
export type Markups = {
  known: LRUCache<string, Markup>
  /** Whether cached markup is rendered again and compared, to find fragments that depend on undeclared state. */
  isVerified: boolean
}

const MAX_BYTES = 48 * 1_048_576
/** Also limits how long markup stays in memory after its content was deleted or restricted. */
const TTL_MS = 10 * 60_000
/** Approximate memory overhead of a piece of markup besides its content, in bytes. */
const PIECE_BYTES = 150

export const createMarkups = (isVerified: boolean): Markups => ({
  isVerified,
  known: new LRUCache({
    maxSize: MAX_BYTES,
    sizeCalculation: (markup) => markup.reduce((sum, piece) => sum + piece.length + PIECE_BYTES, 0),
    ttl: TTL_MS,
    ttlResolution: 1_000,
  }),
})

// Markers are random, so that members' texts cannot contain them.
const MARK = `x-${randomBytes(8).toString('hex')}`
const SEED = randomBytes(8).readBigUInt64LE()

const OPEN = `<${MARK} id="`
const CLOSE = `</${MARK}>`
const SLOTS: FormPlace = { token: `${MARK}-token`, here: `${MARK}-here` }
const SLOT = new RegExp(`${MARK}-(token|here)`)

/** Generated ids, scripts and preloaded pictures depend on the page, so markup with them cannot be reused. */
const isKeepable = (markup: string) =>
  markup.startsWith('<') && !/_R_|<script|<img(?![^>]* loading="lazy")/.test(markup)

/** Even pieces are text, and odd pieces are names of slots. */
const markupOf = (text: string): Markup =>
  text.split(SLOT).map((piece, at) => (at % 2 === 0 ? Buffer.from(piece) : (piece as keyof FormPlace)))

const textOf = (markup: Markup) =>
  markup.map((piece) => (typeof piece === 'string' ? SLOTS[piece] : piece.toString())).join('')

export type PageParts = KeptParts & {
  /** Removes the markers around cached parts from the rendered page, and stores markup that was not in the cache. */
  assemble: (rendered: Bytes) => Bytes
}

/** `path` includes the query. */
export function createPageParts(
  { known, isVerified }: Markups,
  { lang, variant, site, viewer, form_token }: Pick<Runtime, 'lang' | 'variant' | 'site' | 'viewer' | 'form_token'>,
  { now, path }: { now: number; path: string },
): PageParts {
  const seed = Bun.hash(JSON.stringify([lang, variant, site, viewer !== null]), SEED) as bigint
  const found: { key: string; markup: Markup | undefined }[] = []
  const values = { token: Buffer.from(Bun.escapeHTML(form_token ?? '')), here: Buffer.from(Bun.escapeHTML(path)) }

  function partOf(rendered: Bytes, at: number, start: number, end: number): Markup {
    const { key, markup } = found[at]!
    if (markup && !isVerified) return markup
    const text = rendered.toString('utf8', start, end)
    if (markup && textOf(markup) !== text) throw new Error(`The markup of ${key} depends on more than its state`)
    const made = markupOf(text)
    if (!markup && isKeepable(text)) known.set(key, made)
    return made
  }

  return {
    now,
    mark: MARK,
    slots: SLOTS,
    find(name, state) {
      const key = `${name} ${Bun.hash(state, seed)}`
      const markup = known.get(key)
      return { at: found.push({ key, markup }) - 1, isKnown: markup !== undefined && !isVerified }
    },
    assemble(rendered) {
      const pieces: Bytes[] = []
      let from = 0
      for (let open = rendered.indexOf(OPEN); open >= 0; open = rendered.indexOf(OPEN, from)) {
        const start = rendered.indexOf('>', open) + 1
        const end = rendered.indexOf(CLOSE, start)
        const at = Number(rendered.toString('latin1', open + OPEN.length, start - 2))
        pieces.push(rendered.subarray(from, open))
        for (const piece of partOf(rendered, at, start, end))
          pieces.push(typeof piece === 'string' ? values[piece] : piece)
        from = end + CLOSE.length
      }
      return from === 0 ? rendered : Buffer.concat([...pieces, rendered.subarray(from)])
    },
  }
}
