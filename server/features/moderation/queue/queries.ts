import { and, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import type { QueueKind } from '#shared/rules/queue.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { appeal } from '../appeals/table.ts'
import { registration } from '../../auth/table.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { findDecisions, type DecisionRow } from '../decisions/queries.ts'
import { post } from '../../posts/table.ts'
import { invite } from '../../invites/table.ts'
import { modmailThread } from '../../modmail/table.ts'
import { notice } from '../notices/table.ts'
import { COMMENT_HTML } from '../reports/rules.ts'
import { user } from '../../users/table.ts'
import { emitQueueChange } from './items.ts'
import { queueItem } from './table.ts'

/** `categoryIds` is null for admins, who see the items of all communities. */
export type QueueScope = { kinds: readonly QueueKind[]; categoryIds: readonly number[] | null }

const CURSOR = v.strictTuple([cursorTime, cursorId])

/** Each kind and each community is read separately, because its items are one range of an index. */
function selectOldest({ kinds, categoryIds }: QueueScope, after: [number, number] | null, limit: number): SQL {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(item.waiting_since, item.id) > (${new Date(after[0]).toISOString()}::timestamptz, ${after[1]}::integer)`
  const sources =
    categoryIds === null
      ? sql`unnest(${sql.param(kinds)}::text[]) as source(kind)`
      : sql`unnest(${sql.param(kinds)}::text[]) as source(kind) cross
        join unnest(${sql.param(categoryIds)}::integer[]) as home(id)`
  return sql`select oldest.id from ${sources} cross join lateral (
      select item.id, item.waiting_since from queue_item item
      where item.kind = source.kind and item.status = 'open'
        and ${categoryIds === null ? sql`true` : sql`item.category_id = home.id`} and ${isAfter}
      order by item.waiting_since, item.id limit ${limit}
    ) oldest order by oldest.waiting_since, oldest.id limit ${limit}`
}

const thread = alias(post, 'thread')
const author = alias(user, 'author')
const claimer = alias(user, 'claimer')
const inviter = alias(user, 'inviter')
const reported = alias(category, 'reported')

const COUNTED_DECISIONS = 1_000

const removalsAndBans = (authorId: SQL, now: Date) => sql<{ removed_30d: number; bans: number }>`(
  select json_build_object(
    'removed_30d', count(*) filter (where action in ('removed', 'deleted') and created_at
      > ${new Date(now.getTime() - LIFETIME.recentRemovals).toISOString()}::timestamptz
      and not exists (select 1 from decision later where later.undoes_id = made.id)),
    'bans', count(*) filter (where action in ('banned', 'suspended')))
  from (select id, action, created_at from decision where user_id = ${authorId} order by id desc
    limit ${COUNTED_DECISIONS}) made)`

const latestReports = sql<{ id: number; reason: string; created_at: string; reporter: { username: string } | null }[]>`(
  select coalesce(json_agg(json_build_object('id', latest.id, 'reason', latest.reason,
    'created_at', to_char(latest.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reporter', case when reporter.id is not null then json_build_object('username', reporter.username) end)
      order by latest.id desc), '[]')
  from (select id, reason, created_at, reporter_id from report where item_id = queue_item.id and (queue_item.status
    = 'decided' or status = 'pending') order by id desc limit ${LIMITS.itemReports}) latest
  left join "user" reporter on reporter.id = latest.reporter_id and reporter.deleted_at is null)`

type StoredMessage = {
  id: number
  sender: { username: string } | null
  content: string
  has_image: boolean
  is_reported: boolean
  created_at: string
}

/**
 * Selects the messages copied for the latest report. All reports of a message are by one person, because only its
 * recipient can report it.
 */
const storedMessages = sql<StoredMessage[]>`case when ${queueItem.message_id} is null then '[]' else (
  select coalesce(json_agg(json_build_object('id', stored.message_id, 'content', stored.content,
    'has_image', stored.has_image, 'is_reported', stored.message_id = queue_item.message_id,
    'created_at', to_char(stored.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'sender', case when sender.id is not null then json_build_object('username', sender.username) end)
      order by stored.message_id), '[]')
  from reported_message stored left join "user" sender on sender.id = stored.sender_id and sender.deleted_at is null
  where stored.report_id = (select max(id) from report where item_id = queue_item.id)) end`

const registrationColumns = {
  registration: {
    username: registration.username,
    email: registration.email,
    language: registration.language,
    question: registration.question,
    answer: registration.answer,
    created_at: registration.created_at,
  },
  invite: { code: invite.code, note: invite.note },
  inviter: inviter.username,
}

const commentColumns = {
  id: comment.id,
  html: sql<string>`left(${comment.content_html}, ${COMMENT_HTML + 1})`,
  image_url: comment.image_url,
  video_url: comment.video_url,
  captions_url: comment.captions_url,
  captions_lang: comment.captions_lang,
  video_alt: comment.video_alt,
}

const authorColumns = {
  id: author.id,
  username: author.username,
  bio: author.bio,
  avatar_url: author.avatar_url,
  created_at: author.created_at,
  is_admin: author.is_admin,
  trust_level: author.trust_level,
}

function selectItems(tx: DbOrTx, which: SQL, now: Date) {
  const authorId = sql`coalesce(${appeal.user_id}, ${comment.author_id}, ${post.author_id}, ${reported.creator_id},
    ${notice.user_id}, ${modmailThread.member_id}, ${queueItem.reported_user_id})`
  return tx
    .select({
      item: queueItem,
      appeal,
      post: {
        title: post.title,
        excerpt: post.excerpt,
        image_url: sql<string | null>`coalesce(${post.image_url}, ${post.video_poster_url})`,
        video_url: post.video_url,
        captions_url: post.captions_url,
        captions_lang: post.captions_lang,
        video_alt: post.video_alt,
        video_poster_url: post.video_poster_url,
      },
      comment: commentColumns,
      notice,
      modmail: {
        subject: modmailThread.subject,
        last_text: modmailThread.last_text,
        member_id: modmailThread.member_id,
      },
      ...registrationColumns,
      thread: thread.title,
      reported: {
        name: reported.name,
        display_name: reported.display_name,
        description: reported.description,
        icon_url: reported.icon_url,
      },
      home: { id: category.id, name: category.name, display_name: category.display_name, is_nsfw: category.is_nsfw },
      author: authorColumns,
      standing: sql<{
        removed_30d: number
        bans: number
      } | null>`case when ${author.id} is not null then ${removalsAndBans(sql`${author.id}`, now)} end`,
      reports: latestReports,
      messages: storedMessages,
      is_held_by_admins: sql<boolean>`coalesce(case
        when ${queueItem.kind} <> 'held' then false
        when ${queueItem.comment_id} is not null then (
          select by_admin from decision where comment_id = ${queueItem.comment_id} and action = 'held'
          order by id desc limit 1)
        else (
          select by_admin from decision where post_id = ${queueItem.post_id} and action = 'held'
          order by id desc limit 1) end, false)`,
      claimed_by: claimer.username,
    })
    .from(queueItem)
    .leftJoin(appeal, eq(appeal.id, queueItem.appeal_id))
    .leftJoin(comment, and(eq(comment.id, queueItem.comment_id), isNull(comment.deleted_at)))
    .leftJoin(post, and(eq(post.id, queueItem.post_id), isNull(queueItem.comment_id), isNull(post.deleted_at)))
    .leftJoin(thread, and(eq(thread.id, comment.post_id), isNull(thread.deleted_at)))
    .leftJoin(reported, and(eq(reported.id, queueItem.reported_category_id), isNull(reported.deleted_at)))
    .leftJoin(
      category,
      and(
        eq(category.id, sql`coalesce(${queueItem.category_id}, ${queueItem.reported_category_id})`),
        isNull(category.deleted_at),
      ),
    )
    .leftJoin(notice, eq(notice.id, queueItem.notice_id))
    .leftJoin(modmailThread, eq(modmailThread.id, queueItem.modmail_id))
    .leftJoin(registration, eq(registration.id, queueItem.registration_id))
    .leftJoin(invite, eq(invite.id, registration.invite_id))
    .leftJoin(inviter, and(eq(inviter.id, invite.creator_id), isNull(inviter.deleted_at)))
    .leftJoin(author, and(eq(author.id, authorId), isNull(author.deleted_at)))
    .leftJoin(claimer, and(eq(claimer.id, queueItem.claimed_by_id), isNull(claimer.deleted_at)))
    .where(which)
    .orderBy(queueItem.waiting_since, queueItem.id)
}

type SelectedRow = Awaited<ReturnType<typeof selectItems>>[number]

/** `appealed` is the decision that an appeal contests. */
export type ItemRow = SelectedRow & { appealed: DecisionRow | null }

async function withAppealed(tx: DbOrTx, rows: SelectedRow[]): Promise<ItemRow[]> {
  const ids = rows.flatMap(({ appeal }) => appeal?.decision_id ?? [])
  const found = ids.length === 0 ? [] : await findDecisions(tx, ids)
  return rows.map((row) => ({
    ...row,
    appealed: found.find(({ decision }) => decision.id === row.appeal?.decision_id) ?? null,
  }))
}

/** Throws `bad_cursor`. */
export async function listItems(
  tx: DbOrTx,
  scope: QueueScope,
  { cursor, limit, now }: { cursor?: string; limit: number; now: Date },
) {
  const after = cursor === undefined ? null : decodeCursor(cursor, CURSOR)
  const oldest = await tx.execute<{ id: number }>(selectOldest(scope, after, limit + 1))
  const page = await withAppealed(
    tx,
    await selectItems(
      tx,
      inArray(
        queueItem.id,
        oldest.slice(0, limit).map(({ id }) => id),
      ),
      now,
    ),
  )
  const last = page.at(-1)
  return {
    page,
    next_cursor: oldest.length > limit && last ? encodeCursor([last.item.waiting_since.getTime(), last.item.id]) : null,
  }
}

export async function countItems(tx: DbOrTx, { kinds, categoryIds }: QueueScope): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(queueItem)
    .where(
      and(
        inArray(queueItem.kind, [...kinds]),
        sql`status = 'open'`,
        categoryIds === null ? undefined : sql`${queueItem.category_id} = any (${sql.param(categoryIds)}::integer[])`,
      ),
    )
  return row!.total
}

export async function getItem(tx: DbOrTx, id: number, now: Date): Promise<ItemRow> {
  const [row] = await withAppealed(tx, await selectItems(tx, eq(queueItem.id, id), now))
  if (!row) throw new ApiError('not_found')
  return row
}

export async function findItem(tx: DbOrTx, id: number) {
  const [row] = await tx.select().from(queueItem).where(eq(queueItem.id, id))
  if (!row) throw new ApiError('not_found')
  return row
}

/** Returns the reported member, the creator of a reported community, or the member whom a notice is about. */
export async function findConcerned(
  tx: DbOrTx,
  { reported_category_id, reported_user_id, notice_id }: typeof queueItem.$inferSelect,
): Promise<number | null> {
  if (reported_user_id !== null) return reported_user_id
  if (reported_category_id === null && notice_id === null) return null
  const categoryId = sql`coalesce(${reported_category_id}::integer, ${notice.category_id})`
  const [row] = await tx
    .select({ user_id: sql<number | null>`coalesce(${notice.user_id}, ${category.creator_id})` })
    .from(sql`(select) one`)
    .leftJoin(notice, eq(notice.id, sql`${notice_id}::integer`))
    .leftJoin(category, eq(category.id, categoryId))
  return row?.user_id ?? null
}

export type Claimant = { claim: string; claimed_by_id: number | null }

/** Throws `not_found`, `decided`, or `claimed` while somebody else has claimed the item. */
export async function lockItem(tx: DbOrTx, id: number, { claim }: Claimant, now: Date) {
  const [item] = await tx.select().from(queueItem).where(eq(queueItem.id, id)).for('no key update')
  if (!item) throw new ApiError('not_found')
  if (item.status === 'decided') throw new ApiError('decided')
  const { claimed_until, claimed_by_id } = item
  if (claimed_until === null || claimed_until <= now || item.claim === claim) return
  const [by] =
    claimed_by_id === null
      ? []
      : await tx
          .select({ username: user.username })
          .from(user)
          .where(and(eq(user.id, claimed_by_id), isNull(user.deleted_at)))
  throw new ApiError('claimed', { extra: { by: by ?? null, until: claimed_until.toISOString() } })
}

export async function endClaimsOf(tx: DbOrTx, userId: number): Promise<void> {
  await tx
    .update(queueItem)
    .set({ claim: null, claimed_by_id: null, claimed_until: null })
    .where(eq(queueItem.claimed_by_id, userId))
}

/** Copies the claim of a mod mail thread to its open queue item. */
export async function setClaimOfModmail(
  tx: DbOrTx,
  threadId: number,
  claim: (Claimant & { claimed_until: Date }) | null,
): Promise<void> {
  const [item] = await tx
    .select({ id: queueItem.id })
    .from(queueItem)
    .where(and(eq(queueItem.thing, `mail:${threadId}`), eq(queueItem.status, 'open')))
    .for('no key update')
  if (item) await setClaim(tx, item.id, claim)
}

/** A claim reserves a queue item for a staff member; null ends the claim. */
export async function setClaim(
  tx: DbOrTx,
  id: number,
  claim: (Claimant & { claimed_until: Date }) | null,
): Promise<void> {
  const [row] = await tx
    .update(queueItem)
    .set(claim ?? { claim: null, claimed_by_id: null, claimed_until: null })
    .where(eq(queueItem.id, id))
    .returning({ category_id: queueItem.category_id })
  await emitQueueChange(tx, [row!.category_id])
}
