import * as v from 'valibot'
import type { RecordOf } from './records.ts'

/** The import map: a YAML file in which the operator decides what becomes of communities and people. */
const ImportMap = v.object({
  /** The value false leaves out a community with its threads. */
  communities: v.optional(
    v.record(
      v.string(),
      v.union([
        v.literal(false),
        v.object({
          name: v.optional(v.string()),
          title: v.optional(v.string()),
          description: v.optional(v.string()),
          nsfw: v.optional(v.boolean()),
          /** The name of an existing community into which the threads are imported. */
          into: v.optional(v.string()),
        }),
      ]),
    ),
    {},
  ),
  /** Maps ids or names on the former forum to names of accounts here; with false, a person's texts get no author. */
  people: v.optional(v.record(v.string(), v.union([v.literal(false), v.string()])), {}),
  merge_equal_emails: v.optional(v.boolean(), false),
  language: v.optional(v.picklist(['pl', 'en']), 'pl'),
})

export type ImportMap = v.InferOutput<typeof ImportMap>

export class ImportError extends Error {
  override name = 'CommandError'
}

const text = (key: string | number | boolean) => (typeof key === 'string' ? key : String(key))

export function parseMap(yaml: string): ImportMap {
  let value: unknown
  try {
    value = Bun.YAML.parse(yaml) ?? {}
  } catch (error) {
    throw new ImportError(`The map is no YAML: ${(error as Error).message}`)
  }
  const found = v.safeParse(ImportMap, value)
  if (found.success) return found.output
  const [issue] = found.issues
  throw new ImportError(`The map cannot be read: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
}

export const EMPTY_MAP: ImportMap = parseMap('{}')

const quoted = (value: string) => JSON.stringify(text(value))

export function proposal(communities: (RecordOf<'community'> & { name: string })[]): string {
  const lines = communities.map(({ id, name, title, description, is_nsfw, left_out }) =>
    left_out
      ? `  ${quoted(id)}: false # ${title.replaceAll('\n', ' ')} (${left_out})`
      : `  ${quoted(id)}:\n    name: ${name}\n    title: ${quoted(title)}\n` +
        `    description: ${quoted(description ?? '')}\n` +
        `    nsfw: ${String(is_nsfw ?? false)}`,
  )
  return `# What becomes of the former forum. Edit it and run the import with --map and the name of this file.
# A community is left out, with everything in it, by writing false instead of its lines; \`into: name\` puts its
# threads into a community that exists here.
communities:${lines.length === 0 ? ' {}' : `\n${lines.join('\n')}`}

# By id or former name: false leaves a person out, whose texts stay without an author; a name is an account here that
# takes everything of theirs.
# people:
#   "12": false
#   "Jan Kowalski": jan
people: {}

# Whether people with one e-mail address become one account.
merge_equal_emails: false

# The language of mails to people whose language the source does not say: pl or en.
language: pl
`
}
