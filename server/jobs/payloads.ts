import type { Lang } from '#shared/i18n/plural.ts'
import type { BackupProblem } from '#shared/api/backups.ts'
import type { Digest } from '#shared/rules/notification-kinds.ts'
import type { Variant } from '#shared/rules/variant.ts'
import type { SafetyChange } from '#server/mail/safety/account.ts'
import type { FactorChange } from '#server/mail/safety/factors.ts'

type Wording = { lang: Lang; variant: Variant }

export type AccountMail = Wording &
  (
    | { kind: 'registration'; registration_id: number }
    | { kind: 'verify' | 'reset'; email: string }
    /** Asks the owner of an imported account to claim it, that is, to take it over. */
    | { kind: 'claim'; user_id: number }
    | { kind: 'approved' | 'refused'; email: string; username: string; reason: string }
  )

export type EmailMailKind = 'email_confirm' | 'email_notice' | 'email_changed'

/** `device`, `network` and `at` (ISO 8601) are set only if `change` is 'new_device'. */
export type SafetyEvent = {
  user_id: number
  change: SafetyChange
  device?: string | null
  network?: string | null
  at?: string
}

export type FactorMail = Wording & { user_id: number; change: FactorChange; at: string }

export type SafetyMail = Wording &
  (
    | { kind: EmailMailKind; change_id: number }
    | ({ kind: 'safety' } & SafetyEvent)
    | ({ kind: 'factor' } & FactorMail)
    | { kind: 'deleted'; email: string; username: string }
  )

export type NoticeMail = { notice_id: number; kind: 'received' | 'decided' }

export type NotificationMail = { user_id: number; notification_ids: number[]; message_ids: number[] }

export type DigestPeriod = Exclude<Digest, 'off'>

/** All times in payloads are texts in ISO 8601. */
type DigestMail = { user_id: number; period: DigestPeriod; since: string; until: string }

export type ContentChoice = 'keep' | 'remove'

/** `user_id` is null for the support address, which gets the mail if no account is an admin. */
export type BackupMail = { user_id: number | null; problems: BackupProblem[] }

type NoPayload = Record<never, never>

/** Jobs added by an older version are still run, so existing fields must not change. */
export type JobPayloads = {
  announce: { kind: 'post' | 'comment'; id: number }
  notify_thread_followers: { comment_id: number; after: number }
  announce_stream: { stream_id: number }
  clear_exports: NoPayload
  close_push: { user_ids: number[] }
  clear_uploads: NoPayload
  collect_digests: NoPayload
  collect_notification_mails: NoPayload
  delete_reported_messages: NoPayload
  erase_deleted: NoPayload
  erase_underage: NoPayload
  erase_notices: NoPayload
  expire_messages: NoPayload
  forget_failed_jobs: NoPayload
  forget_visits: NoPayload
  forget_words: NoPayload
  index_comments: NoPayload
  look_after_streams: NoPayload
  make_backup: { requested?: boolean }
  make_export: { export_id: number; url: string }
  measure_costs: NoPayload
  plan_backups: NoPayload
  prove_backup: { requested?: boolean }
  purge_accounts: NoPayload
  purge_modmail: NoPayload
  purge_oauth: NoPayload
  purge_push_notices: NoPayload
  raise_post_ages: NoPayload
  recount_counters: NoPayload
  release_abandoned_jobs: NoPayload
  remove_community: { category_id: number }
  remove_user_data: { user_id: number; content: ContentChoice }
  rerender_outdated: NoPayload
  send_backup_mail: BackupMail
  send_digest: DigestMail
  send_factor_mail: FactorMail
  send_hook_mail: { hook_id: number }
  send_hooks: NoPayload
  send_mail: AccountMail
  send_notice_mail: NoticeMail
  send_push: NoPayload
  send_notification_mail: NotificationMail
  send_safety_mail: SafetyMail
  trim_hook_logs: NoPayload
  update_trust_level: { user_id: number }
  update_trust_levels: { after?: number }
}

export type JobName = keyof JobPayloads
