import postgres from 'postgres'
import type { MediaStorage } from '#server/media/storage.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'

/** `id` is the id of the update, in hexadecimal digits. */
const restoredName = (id: string) => `watek_restored_${id}`
const failedName = (id: string) => `watek_failed_${id}`

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

function withName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function asAdmin<T>(url: string, use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(withName(url, 'postgres'), { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  return use(sql).finally(() => sql.end({ timeout: 2 }))
}

export async function mayCreateDatabases(sql: postgres.Sql): Promise<boolean> {
  const [role] = await sql<{ may: boolean }[]>`
    select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`
  return role?.may === true
}

/** Backups and restores during an update have no files, because an update does not change uploaded files. */
export const NO_MEDIA: MediaStorage = {
  put: async () => {},
  get: async () => null,
  remove: async () => {},
  exists: async () => false,
  async *keys() {},
}

/** Restores a backup into a second database, while the current one remains in use. */
export async function restoreBeside(url: string, id: string, file: string): Promise<void> {
  const name = restoredName(id)
  await asAdmin(url, async (sql) => {
    await sql`drop database if exists ${sql(name)} with (force)`
    await sql`create database ${sql(name)} template template0 encoding 'UTF8'`
  })
  await restoreBackup({ url: withName(url, name), media: NO_MEDIA, file, print: () => {}, isProof: true })
}

/** Puts the restored database in place of the current one. Can be called again after it was interrupted. */
export async function swapDatabases(url: string, id: string): Promise<void> {
  const used = databaseOf(url)
  await asAdmin(url, async (sql) => {
    const exists = async (name: string) => (await sql`select 1 from pg_database where datname = ${name}`).length > 0
    if (await exists(restoredName(id))) {
      if (await exists(used)) await sql`alter database ${sql(used)} allow_connections false`
      for (let tries = 0; ; tries += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname in (${used}, ${restoredName(id)}) and pid <> pg_backend_pid()`
        const isDone = await sql
          .begin(async (tx) => {
            if ((await tx`select 1 from pg_database where datname = ${used}`).length > 0)
              await tx`alter database ${tx(used)} rename to ${tx(failedName(id))}`
            await tx`alter database ${tx(restoredName(id))} rename to ${tx(used)}`
            return true
          })
          .catch((error: postgres.PostgresError) => {
            // Some database sessions of the old database may still be closing.
            if (error.code !== '55006' || tries > 100) throw error
            return false
          })
        if (isDone) break
        await Bun.sleep(50)
      }
    }
    await sql`drop database if exists ${sql(failedName(id))} with (force)`
  })
}
