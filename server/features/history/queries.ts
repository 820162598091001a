import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { comment } from '../comments/table.ts'
import { isReadable } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { textVersion } from './table.ts'

type Target = 'post' | 'comment'

const SOURCES = {
  post: { table: post, title: sql`${post.title}`, column: textVersion.post_id },
  comment: { table: comment, title: sql`null`, column: textVersion.comment_id },
}

/** An edit within this time after publishing stores no version. */
const WRITING_TIME = sql`interval '2 minutes'`

/** Locks the row, so that of several concurrent edits each stores the text of the previous edit. */
export async function keepVersion(
  tx: DbOrTx,
  kind: Target,
  id: number,
  next: { title?: string; content?: string },
  now: Date,
): Promise<void> {
  const { table, title, column } = SOURCES[kind]
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into text_version (${sql.identifier(column.name)}, title, content, content_html, renderer_version, edited_at)
    select ${table.id}, ${title}, ${table.content}, ${table.content_html}, ${table.renderer_version}, ${at}
    from ${table} where ${table.id} = ${id} and ${table.created_at} <= ${at} - ${WRITING_TIME}
    and (${table.content} <> coalesce(${next.content ?? null}, ${table.content}) or ${title}
    <> coalesce(${next.title ?? null}, ${title}))
    for no key update`)
  const older = tx
    .select({ id: textVersion.id })
    .from(textVersion)
    .where(eq(column, id))
    .orderBy(desc(textVersion.id))
    .offset(LIMITS.versions)
  await tx.delete(textVersion).where(sql`${textVersion.id} in ${older}`)
}

type PageInput = { cursor?: string; limit: number }

type Version = { id: number; title: string | null; content: string; content_html: string; edited_at: Date }

type VersionPage = { versions: Version[]; next_cursor: string | null }

const NO_VERSIONS: VersionPage = { versions: [], next_cursor: null }

/** A page ends early if its texts exceed `LIMITS.historyPageBytes`, but has at least one. Throws `bad_cursor`. */
async function versionPage(tx: DbOrTx, kind: Target, id: number, { cursor, limit }: PageInput): Promise<VersionPage> {
  const before =
    cursor === undefined ? undefined : lt(textVersion.id, decodeCursor(cursor, v.strictTuple([cursorId]))[0])
  const size = sql`octet_length(${textVersion.content}) + octet_length(${textVersion.content_html})`
  const sized = tx
    .select({
      id: textVersion.id,
      position: sql<number>`row_number() over (order by ${textVersion.id} desc)`.as('position'),
      bytes_so_far: sql<number>`sum(${size}) over (order by ${textVersion.id} desc)`.as('bytes_so_far'),
    })
    .from(textVersion)
    .where(and(eq(SOURCES[kind].column, id), before))
    .as('sized')
  const rows = await tx
    .select({
      version: {
        id: textVersion.id,
        title: textVersion.title,
        content: textVersion.content,
        content_html: textVersion.content_html,
        edited_at: textVersion.edited_at,
      },
      is_last: sql<boolean>`not exists (select from ${textVersion} older
        where older.${sql.identifier(SOURCES[kind].column.name)} = ${id} and older.id < ${textVersion.id})`,
    })
    .from(textVersion)
    .innerJoin(sized, eq(sized.id, textVersion.id))
    .where(
      and(
        sql`${sized.position} <= ${limit}`,
        sql`(${sized.position} = 1 or ${sized.bytes_so_far} <= ${LIMITS.historyPageBytes})`,
      ),
    )
    .orderBy(desc(textVersion.id))
  const last = rows.at(-1)
  return {
    versions: rows.map(({ version }) => version),
    next_cursor: last && !last.is_last ? encodeCursor([last.version.id]) : null,
  }
}

/** The list is empty while the post is removed by a moderator. Throws `post_not_found`, `bad_cursor`. */
export async function versionsOfPost(tx: DbOrTx, id: number, page: PageInput): Promise<VersionPage> {
  const [found] = await tx
    .select({ is_removed: postRank.is_removed })
    .from(postRank)
    .where(and(eq(postRank.post_id, id), isReadable()))
  if (!found) throw new ApiError('post_not_found')
  return found.is_removed ? NO_VERSIONS : versionPage(tx, 'post', id, page)
}

/** The list is empty while the comment is removed by a moderator. Throws `comment_not_found`, `bad_cursor`. */
export async function versionsOfComment(tx: DbOrTx, id: number, page: PageInput): Promise<VersionPage> {
  const [found] = await tx
    .select({ removal_id: comment.removal_id })
    .from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isReadable()))
    .where(and(eq(comment.id, id), isNull(comment.deleted_at), isNull(comment.held_at)))
  if (!found) throw new ApiError('comment_not_found')
  return found.removal_id !== null ? NO_VERSIONS : versionPage(tx, 'comment', id, page)
}

export async function deleteVersion(tx: DbOrTx, kind: Target, id: number, versionId: number): Promise<void> {
  const deleted = await tx
    .delete(textVersion)
    .where(and(eq(textVersion.id, versionId), eq(SOURCES[kind].column, id)))
    .returning({ id: textVersion.id })
  if (deleted.length === 0) throw new ApiError('not_found')
}

export async function deleteVersions(tx: DbOrTx, kind: Target, ids: number[]): Promise<void> {
  await tx.delete(textVersion).where(sql`${SOURCES[kind].column} = any (${sql.param(ids)}::integer[])`)
}
