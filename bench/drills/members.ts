import type postgres from 'postgres'
import { signIn, type Forum } from '../fixture.ts'

export type Member = { id: number; token: string; category: number; username: string }

export async function signInMembers(sql: postgres.Sql, count: number): Promise<Member[]> {
  const tokens = new Map((await signIn({ sql } as Forum, count)).map(({ id, token }) => [id, token]))
  const rows = await sql<Omit<Member, 'token'>[]>`
    select u.id, u.username, min(m.category_id) as category from "user" u
    join categorymembership m on m.user_id = u.id join category c on c.id = m.category_id and not c.is_nsfw
    where u.id <= ${count} and u.deleted_at is null group by u.id order by u.id`
  return rows.map((row) => ({ ...row, token: tokens.get(row.id)! }))
}

export async function newestPosts(sql: postgres.Sql, count: number): Promise<number[]> {
  const rows = await sql<{ post_id: number }[]>`
    select post_id from post_rank where is_listed and not is_nsfw order by post_id desc limit ${count}`
  return rows.map(({ post_id }) => post_id)
}

export async function newestComments(sql: postgres.Sql, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from comment where deleted_at is null order by id desc limit ${count}`
  return rows.map(({ id }) => id)
}
