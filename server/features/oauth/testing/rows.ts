import type { Db } from '#server/db/driver/client.ts'
import { newUserCode } from '../device.ts'
import { oauthApplication, oauthDevice, oauthGrant, oauthSession } from '../table.ts'

export async function createOauthRows(db: Db, member: { id: number }) {
  const client_id = crypto.randomUUID()
  const soon = new Date(Date.now() + 600_000)
  const scopes = ['read']
  await db
    .insert(oauthApplication)
    .values({
      client_id,
      user_id: member.id,
      name: 'Czytnik',
      url: 'https://app.example/',
      kind: 'public',
      redirect_uris: ['https://app.example/callback'],
      scopes,
    })
  const [grant] = await db.insert(oauthGrant).values({ user_id: member.id, client_id, scopes }).returning()
  const session_id = crypto.randomUUID()
  await db
    .insert(oauthSession)
    .values({ id: session_id, user_id: member.id, client_id, grant_id: grant!.id, scopes, expires_at: soon })
  const [device_hash, user_code] = [crypto.randomUUID(), crypto.randomUUID()]
  await db
    .insert(oauthDevice)
    .values({ client_id, device_hash, user_code, scopes, user_id: member.id, expires_at: soon })
  const waiting_code = newUserCode()
  await db
    .insert(oauthDevice)
    .values({ client_id, device_hash: crypto.randomUUID(), user_code: waiting_code, scopes, expires_at: soon })
  return { client_id, grant_id: grant!.id, session_id, waiting_code }
}
