import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { callNamed, makeCall, type Call } from '#server/http/api.ts'
import { setReceived } from '#server/media/receive.ts'
import { lastOf, type Fields, type SentFile } from './body.ts'

type Uploaded = { url: string } | { image_url: string }

function uploadOf(call: Call, field: string): Call {
  const medium = field.startsWith('captions') ? 'captions' : field.startsWith('video') ? 'video' : null
  const name = medium ?? (call.group === 'messages' ? 'messageImage' : 'image')
  return callNamed(`uploads.${name}`)!
}

/** Passes a file to the handler of the upload call and returns the URL of the stored file. */
export async function takeFile(services: Services, upload: Call, ctx: BaseCtx, file: SentFile): Promise<string> {
  setReceived(ctx.request!, file)
  const answer = (await makeCall(services, upload, ctx, async () => ({}), null)) as Uploaded
  return 'url' in answer ? answer.url : answer.image_url
}

export type RefusedFile = { field: string; error: ApiError }

/** Uploads the files of a form and puts their URLs into its fields. Stops at the first refused file. */
export async function takeFiles(
  { services, call, ctx }: { services: Services; call: Call; ctx: BaseCtx },
  fields: Fields,
  files: readonly SentFile[],
): Promise<{ fields: Fields; refused: RefusedFile | null }> {
  let taken = fields
  for (const file of files) {
    const field = file.field.split('.')[0]!
    if (!isFileField(call, field)) continue
    try {
      taken = withUrl(taken, field, await takeFile(services, uploadOf(call, field), ctx, file))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { fields: taken, refused: { field, error } }
    }
  }
  return { fields: taken, refused: null }
}

const FILE_FIELDS = new Set([
  'images',
  'image_url',
  'video_url',
  'captions_url',
  'icon_url',
  'banner_url',
  'avatar_url',
])

function isFileField({ endpoint }: Call, field: string): boolean {
  const { entries, pipe } = endpoint.input as { entries?: object; pipe?: readonly { entries?: object }[] }
  return FILE_FIELDS.has(field) && field in (entries ?? pipe?.[0]?.entries ?? {})
}

/** The field `images` is a list, so the URL becomes its last item. */
function withUrl(fields: Fields, field: string, url: string): Fields {
  if (field !== 'images') return [...fields.filter(([name]) => name !== field), [field, url]]
  const places = fields.flatMap(([name]) => Number(/^images\.(\d{1,3})\./.exec(name)?.[1] ?? -1))
  return [...fields, [`images.${Math.max(-1, ...places) + 1}.url`, url]]
}

/** Sorts lists by the position numbers that the user typed, and removes what the user ticked for removal (`_drop`). */
export function arranged(fields: Fields): Fields {
  const dropped = fields.flatMap(([name, value]) => (name === '_drop' ? [value] : []))
  const kept = fields
    .filter(([name]) => !dropped.some((drop) => name.startsWith(`${drop}.`)))
    .map(([name, value]): [string, string] => [name, dropped.includes(name) ? '' : value])
  const lists = new Set(kept.flatMap(([name]) => LIST_FIELD.exec(name)?.[1] ?? []))
  return [...lists].reduce(inOrder, kept)
}

const LIST_FIELD = /^(\w+)\.(\d{1,3})\.(.+)$/

/** Sorts the items of a list by the numbers typed into the fields `_order.images.0`, `_order.images.1` and so on. */
function inOrder(fields: Fields, list: string): Fields {
  const partsOf = (name: string) => {
    const [, of, place, rest] = LIST_FIELD.exec(name) ?? []
    return of === list ? { place: place!, rest: rest! } : null
  }
  const places = [...new Set(fields.flatMap(([name]) => partsOf(name)?.place ?? []))]
  /** Returns a sort key: just before the typed position if the item moves up, just after it if the item moves down. */
  const wanted = (place: string) => {
    const now = Number(place) + 1
    const typed = Number(lastOf(fields, `_order.${list}.${place}`) || now)
    return typed + Math.sign(typed - now) / 2
  }
  const order = places.toSorted((a, b) => wanted(a) - wanted(b) || Number(a) - Number(b))
  const moved = order.flatMap((place, at) =>
    fields.flatMap(([name, value]): Fields => {
      const parts = partsOf(name)
      return parts?.place === place ? [[`${list}.${at}.${parts.rest}`, value]] : []
    }),
  )
  return [...fields.filter(([name]) => partsOf(name) === null), ...moved]
}
