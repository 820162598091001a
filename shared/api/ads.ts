import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { count, flag, id, mediaUrl, optionalText, success, text, time } from './fields.ts'
import { LIMITS } from '../limits.ts'
import { AD_PLACES, AD_VARIANTS } from '../rules/own-ads.ts'

/** A user name in a URL can look like another host: 'https://bank.example@evil.example'. */
const isSafe = (parsed: ReturnType<typeof URL.parse>): boolean =>
  parsed !== null && parsed.protocol === 'https:' && parsed.username === '' && parsed.password === ''

const name = text(1, LIMITS.adTitle, 'ad_title')
const title = text(1, LIMITS.adTitle, 'ad_title')
const body = optionalText(LIMITS.adText, 'ad_text')
const url = v.pipe(
  v.string('url'),
  v.trim(),
  v.check((value) => /^https:\/\/[^\s\\]+$/i.test(value) && isSafe(URL.parse(value)), 'url'),
)
const variant = v.picklist(AD_VARIANTS, 'ad_variant')
const categoryIds = v.pipe(
  v.array(id, 'id'),
  v.maxLength(LIMITS.adCategories, 'ad_categories'),
  v.transform((ids) => [...new Set(ids)]),
)
const at = v.pipe(
  v.string('ad_time'),
  v.check((value) => /^(?:20|21)\d\d-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)), 'ad_time'),
  v.transform((value) => new Date(value)),
)
const weight = v.pipe(v.number('number'), v.integer('number'), v.minValue(1, 'range'), v.maxValue(10, 'range'))

/** `name` defaults to the title, `starts_at` to the current time. */
const createAd = v.object({
  name: v.nullish(name),
  title,
  text: body,
  image_url: mediaUrl,
  url,
  variant: v.optional(variant, 'normal'),
  category_ids: v.optional(categoryIds, []),
  starts_at: v.nullish(at),
  ends_at: v.nullish(at),
  is_enabled: v.optional(flag, true),
  weight: v.optional(weight, 1),
})

const editAd = v.object({
  ad_id: id,
  name: v.optional(name),
  title: v.optional(title),
  text: v.optional(body),
  image_url: v.optional(mediaUrl),
  url: v.optional(url),
  variant: v.optional(variant),
  category_ids: v.optional(categoryIds),
  starts_at: v.optional(at),
  ends_at: v.nullish(at),
  is_enabled: v.optional(flag),
  weight: v.optional(weight),
})

const Ad = v.object({
  id: v.number(),
  name: v.string(),
  title: v.string(),
  text: v.string(),
  image_url: v.nullable(v.string()),
  url: v.string(),
  variant,
  category_ids: v.array(v.number()),
  categories: v.array(v.object({ id: v.number(), name: v.string() })),
  starts_at: time,
  ends_at: v.nullable(time),
  is_enabled: v.boolean(),
  weight: v.number(),
  views: v.number(),
  clicks: v.number(),
})
export type Ad = v.InferOutput<typeof Ad>

const ShownAd = v.object({ id: v.number(), title: v.string(), text: v.string(), image_url: v.nullable(v.string()) })
export type ShownAd = v.InferOutput<typeof ShownAd>

export const ads = {
  list: endpoint({
    method: 'GET',
    path: '/api/ads',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({
      place: v.picklist(AD_PLACES, 'ad_place'),
      category_id: v.optional(id),
      post_id: v.optional(id),
      from: count(1, LIMITS.adTurn, 1),
      count: count(1, LIMITS.adsPerPage, 1),
    }),
    output: v.object({ ads: v.array(v.nullable(ShownAd)) }),
    summary: 'The advertisements of the places of a page from the `from`th on, null where none of the operator fits',
  }),
}

export const adminAds = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/ads',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({ ads: v.array(Ad), setting: v.picklist(['house', 'own', 'off']) }),
    summary: 'The advertisements of the operator with their views and clicks, newest first; and whether they are shown',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/ads',
    access: 'admin',
    scope: null,
    rate: 'write',
    status: 201,
    idempotent: true,
    input: createAd,
    output: v.object({ ad: Ad }),
    errors: ['invalid'],
    summary: 'Creates an advertisement',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/admin/ads/:ad_id',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: editAd,
    output: v.object({ ad: Ad }),
    errors: ['not_found', 'invalid'],
    summary: 'Changes an advertisement',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/ads/:ad_id',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ ad_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Deletes an advertisement with its counts',
  }),
}
