import { resolve, sep } from 'node:path'
import { SETUP_ITEMS, type SetupChecklist, type SetupItem } from '#shared/api/setup.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isS3Place } from '#server/db/backup/store.ts'
import { backupSettings } from '../backups/settings.ts'
import { readFacts, readItems } from './queries.ts'

type Forum = Pick<Services, 'config' | 'settings'> & { db: DbOrTx }

/**
 * Returns a hash that changes with the mail server or the sender, so that the checklist then asks for a new test mail;
 * null without a mail server.
 */
export function mailProofOf({ settings, config }: Pick<Forum, 'settings' | 'config'>): string | null {
  const url = settings.value('smtp_url')
  if (url === null) return null
  return new Bun.CryptoHasher('sha256', config.sessionSecret)
    .update(`test mail ${url} ${settings.value('mail_from')}`)
    .digest('hex')
}

/** Backups in a folder outside DATA_DIR count as kept elsewhere, because it may be on another disk. */
function isElsewhere(to: string, dataDir: string): boolean {
  return isS3Place(to) || !`${resolve(to)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)
}

export async function readChecklist(forum: Forum): Promise<SetupChecklist> {
  const { db, config, settings } = forum
  const [facts, rows] = await Promise.all([readFacts(db), readItems(db)])
  const stored = new Map(rows.map((row) => [row.id, row]))
  const backups = backupSettings(forum)
  const lang = settings.value('default_language')
  const proof = mailProofOf(forum)
  const isDone: Record<SetupItem, boolean> = {
    mail: proof !== null && stored.get('mail')?.proof === proof,
    backups: backups.every !== 'off' && isElsewhere(backups.to, config.dataDir) && facts.has_backup,
    https: config.publicUrl.startsWith('https:'),
    texts: settings.value(`terms_${lang}`) !== '' && settings.value(`privacy_policy_${lang}`) !== '',
    community: facts.has_community,
    invites: facts.has_member,
  }
  const items = SETUP_ITEMS.map((id) => ({
    id,
    is_done: isDone[id],
    is_put_aside: stored.get(id)?.put_aside_at != null,
  }))
  return { items, is_finished: items.every(({ is_done, is_put_aside }) => is_done || is_put_aside) }
}
