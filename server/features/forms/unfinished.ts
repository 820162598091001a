import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { callNamed, makeCall, type Call } from '#server/http/api.ts'
import { lastOf, type Fields, type FormBody } from './body.ts'
import { formInput } from './fields.ts'
import { takeFiles, type RefusedFile } from './files.ts'

/** `_again` adds its value to the page's URL, `_first` makes another call first, `_preview` renders the text. */
const BUTTONS = ['_again', '_first', '_preview']

/** A form with files is unfinished: the files are uploaded first, and the form is then shown again with them. */
export const isUnfinished = ({ fields, files }: FormBody): boolean =>
  files.length > 0 || BUTTONS.some((name) => lastOf(fields, name) !== undefined)

type Continued = {
  fields: Fields
  refused: RefusedFile | null
  message: string
  query: [string, string][]
  extra: Record<string, unknown>
}

type Continuing = { services: Services; call: Call; ctx: BaseCtx }

/** @throws ApiError */
export async function continueForm(continuing: Continuing, { fields, files }: FormBody): Promise<Continued> {
  const { ctx } = continuing
  const taken = await takeFiles(continuing, fields, files)
  const [first, again, preview] = ['_first', '_again', '_preview'].map((name) => lastOf(fields, name))
  return {
    ...taken,
    message: first ? await callFirst(continuing, first) : files.length > 0 ? catalog(ctx.lang).forms.filesTaken : '',
    query: [
      ...new URLSearchParams(again),
      ...fields.flatMap(([name, value]): Fields => (name.startsWith('_q.') ? [[name.slice(3), value]] : [])),
    ],
    extra: preview === undefined ? {} : { preview: await previewOf(continuing, lastOf(fields, 'content') ?? '') },
  }
}

async function callFirst({ services, ctx }: Continuing, wanted: string): Promise<string> {
  const [name = '', query] = wanted.split('?')
  const call = callNamed(name)
  if (!call || call.endpoint.method === 'GET') throw new ApiError('not_found')
  await makeCall(services, call, ctx, async () => formInput(call.endpoint.input, new URLSearchParams(query)), null)
  const { done, doneOther } = catalog(ctx.lang).forms
  return done[name] ?? doneOther
}

async function previewOf({ services, ctx }: Continuing, content: string): Promise<unknown> {
  const answer = await makeCall(services, callNamed('markdown.preview')!, ctx, async () => ({ content }), null)
  return (answer as { html: string }).html
}
