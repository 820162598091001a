import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { nameInPath, nothing, time } from './fields.ts'
import { ACCEPTED_TEXTS, SITE_TEXTS } from '../rules/texts.ts'

const accepted = v.picklist(ACCEPTED_TEXTS, 'text_version')
const versions = v.array(v.object({ text: accepted, version: v.number() }))

/** `asked`: the current versions that the caller has not accepted yet. */
const acceptances = v.object({
  accepted: v.array(v.object({ text: accepted, version: v.number(), accepted_at: time })),
  asked: versions,
})

const acceptText = v.object({
  text: accepted,
  version: v.pipe(v.number('number'), v.integer('number'), v.minValue(0, 'range')),
})

export const texts = {
  get: endpoint({
    method: 'GET',
    path: '/api/texts/:text',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ text: nameInPath, lang: v.optional(v.picklist(['pl', 'en'], 'language')) }),
    /** `lang`: the language of the returned text, which may exist in one language only. */
    output: v.object({
      text: v.picklist(SITE_TEXTS),
      lang: v.picklist(['pl', 'en']),
      html: v.string(),
      version: v.nullable(v.number()),
    }),
    errors: ['not_found'],
    summary: 'Rules, terms, privacy policy or imprint of the site, where its operator has written one',
  }),
  acceptances: endpoint({
    method: 'GET',
    path: '/api/account/acceptances',
    access: 'user',
    scope: null,
    rate: 'read',
    input: nothing,
    output: acceptances,
    summary: 'Which versions of terms and privacy policy the caller accepted, and which ones wait',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/account/acceptances',
    access: 'user',
    scope: null,
    rate: 'write',
    whileSuspended: true,
    repeat: 'sets_state',
    input: acceptText,
    output: acceptances,
    errors: ['invalid'],
    summary: 'Accepts the version of a text that is in force',
  }),
}
