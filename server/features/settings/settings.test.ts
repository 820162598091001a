import { afterAll, describe, expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { registry, SETTING_KEYS, type SettingKey } from '#shared/api/settings/registry.ts'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { createDb } from '#server/db/driver/client.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { auditLog } from '../audit/table.ts'
import { setting } from './table.ts'

const SMTP = 'smtps://forum:tajne-haslo@mail.example.org:465'

const t = await createTestApp()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const disposers: (() => unknown)[] = []

afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose()
})

const WRONG: Record<SettingKey, unknown> = {
  site_name: '',
  tagline_pl: 'x'.repeat(121),
  tagline_en: 'two\nlines',
  logo: '',
  icon: 7,
  about_pl: 'x'.repeat(5_001),
  about_en: 7,
  contact_email: 'nobody',
  accent: { normal: 360, adult: 0 },
  corner: 'oval',
  density: 'wide',
  site_rules_pl: 'x'.repeat(50_001),
  site_rules_en: 1,
  terms_pl: [],
  terms_en: {},
  privacy_policy_pl: true,
  privacy_policy_en: 0,
  imprint_pl: 1,
  imprint_en: 1,
  registration: 'sometimes',
  approval_question_pl: 'x'.repeat(501),
  approval_question_en: 'a\nb',
  member_invites: 'yes',
  allowed_mail_domains: ['not a domain'],
  blocked_mail_domains: 'example.org',
  minimum_age: 0,
  communities_by: 'nobody',
  oidc_issuer: 'login.example.org',
  oidc_client_id: '',
  oidc_client_secret: 'a\nb',
  oidc_name: 'x'.repeat(41),
  oidc_scopes: '',
  oidc_groups_claim: '',
  oidc_groups: { developers: 'not a name' },
  oidc_only: true,
  google_client_id: 7,
  google_client_secret: '',
  apple_client_id: '',
  apple_team_id: '',
  apple_key_id: '',
  apple_private_key: 'short',
  facebook_client_id: '',
  facebook_client_secret: '',
  github_client_id: '',
  github_client_secret: '',
  adult_variant: 1,
  bot: 'on',
  streams: 'off',
  live_streams: 1.5,
  ads: 'all',
  offline: 'sometimes',
  oauth_registration: 'perhaps',
  modmail: 'true',
  public_log: [],
  default_feed: 'hot',
  default_language: 'de',
  languages: [],
  terms_version: -1,
  privacy_policy_version: 1.5,
  read_only: 'yes',
  read_only_message_pl: 'x'.repeat(301),
  read_only_message_en: 'a\nb',
  announcements: [{ text_pl: '', text_en: '', kind: 'info', audience: 'all' }],
  mail_from: 'Forum <nobody>',
  smtp_url: 'https://mail.example.org',
  backup_every: 'minute',
  backup_keep_daily: 0,
  backup_keep_weekly: -1,
  backup_to: 'relative/folder',
  backup_recipient: 'age1short',
  backup_s3_endpoint: 'ftp://s3.example',
  backup_s3_region: '',
  backup_s3_access_key_id: '',
  backup_s3_secret_access_key: '',
}

describe('RUN-3 settings in the admin panel', () => {
  test('an admin sees every setting with its default and its source', async () => {
    const { settings } = await admin.adminSettings.get()
    expect(Object.keys(settings)).toEqual(SETTING_KEYS)
    expect(settings.site_name).toEqual({
      value: 'Wątek',
      default: 'Wątek',
      source: 'default',
      needs_restart: false,
      variable: 'SITE_NAME',
      is_set: true,
    })
  })

  test.each(SETTING_KEYS)(
    'an invalid value of the setting %s is refused with an issue for that setting',
    async (key) => {
      const error = await failure(admin.adminSettings.change({ values: { [key]: WRONG[key] } }))
      expect([error.status, Object.keys(error.issues)]).toEqual([422, [key]])
      expect(error.issues[key]!.length).toBeGreaterThan(10)
    },
  )

  test('a change of several settings is stored completely or not at all', async () => {
    const values = { site_name: 'Ogród', minimum_age: 200, nonsense: 1 }
    const error = await failure(admin.adminSettings.change({ values }))
    expect(Object.keys(error.issues).sort()).toEqual(['minimum_age', 'nonsense'])
    expect(t.services.settings.value('site_name')).toBe('Wątek')
  })

  test.each([
    [{ allowed_mail_domains: ['example.org'], blocked_mail_domains: ['EXAMPLE.org'] }, ['blocked_mail_domains']],
    [{ backup_to: 's3://bucket/prefix' }, ['backup_recipient', 'backup_to']],
  ])('settings that contradict each other are refused: %j', async (values, keys) => {
    const error = await failure(admin.adminSettings.change({ values }))
    expect([error.status, Object.keys(error.issues)]).toEqual([422, keys])
  })

  test('a changed setting takes effect at once, and null restores its default value', async () => {
    const { settings } = await admin.adminSettings.change({ values: { site_name: ' Ogród ', languages: ['en', 'pl'] } })
    expect(settings.site_name).toMatchObject({ value: 'Ogród', default: 'Wątek', source: 'panel' })
    expect(settings.mail_from!.value).toBe('Ogród <no-reply@localhost>')
    expect(t.services.settings.value('site_name')).toBe('Ogród')
    const back = (await admin.adminSettings.change({ values: { site_name: null } })).settings
    expect(back.site_name).toMatchObject({ value: 'Wątek', source: 'default' })
  })

  test("each change of a setting, but no unchanged value, is in the settings' history and the audit log", async () => {
    const ada = await createUser(t.db, { username: 'ada', is_admin: true })
    const signedIn = await t.as(ada, { admin: ADMIN_PASSWORD })
    await signedIn.adminSettings.change({ values: { density: 'compact', corner: 'round' } })
    await admin.adminSettings.change({ values: { density: 'compact' } })
    await admin.adminSettings.change({ values: { density: null, corner: null } })
    const { changes, next_cursor } = await admin.adminSettings.history({ limit: 3 })
    expect(changes.map(({ key, from, to, by }) => [key, from, to, by])).toEqual([
      ['corner', 'round', null, 'admin credential'],
      ['density', 'compact', null, 'admin credential'],
      ['corner', null, 'round', 'ada'],
    ])
    const further = await admin.adminSettings.history({ cursor: next_cursor!, limit: 1 })
    expect(further.changes).toMatchObject([{ key: 'density', from: null, to: 'compact', by: 'ada' }])
    const log = await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2)
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['settings.change', 'density, corner'],
      ['settings.change', 'density, corner'],
    ])
  })

  test('a stored secret is encrypted and never shown again', async () => {
    const { settings } = await admin.adminSettings.change({ values: { smtp_url: SMTP } })
    expect(settings.smtp_url).toMatchObject({ value: null, is_set: true, source: 'panel' })
    expect(t.services.settings.value('smtp_url')).toBe(SMTP)
    const answers = [settings, await admin.adminSettings.get(), await admin.adminSettings.history()]
    expect(JSON.stringify(answers)).not.toContain('tajne-haslo')
    expect(JSON.stringify(await t.db.select().from(setting))).not.toContain('tajne-haslo')
    const [change] = (await admin.adminSettings.history({ limit: 1 })).changes
    expect(change).toMatchObject({ key: 'smtp_url', from: null, to: '***' })
    await admin.adminSettings.change({ values: { smtp_url: null } })
    expect(t.services.settings.value('smtp_url')).toBeNull()
  })

  test('a text setting stays a string even if it has only digits', async () => {
    await admin.adminSettings.change({ values: { site_name: '2048' } })
    expect(t.services.settings.value('site_name')).toBe('2048')
    expect((await admin.adminSettings.history({ limit: 1 })).changes[0]).toMatchObject({ to: '2048' })
    await admin.adminSettings.change({ values: { site_name: null } })
  })

  test("only an admin may read and change the site's settings", async () => {
    const member = await t.as(await createUser(t.db))
    expect((await failure(member.adminSettings.get())).status).toBe(401)
    expect((await failure(member.adminSettings.change({ values: {} }))).status).toBe(401)
    expect((await failure(member.adminSettings.history())).status).toBe(401)
  })
})

describe('RUN-3 settings in the environment', () => {
  test('the environment takes precedence over the panel and makes a setting read-only', async () => {
    const fixed = await createTestApp({ SITE_NAME: 'Ze środowiska', BACKUP_KEEP: '3,1', LIVE_STREAMS: '0' })
    const staff = await fixed.as(null, { admin: ADMIN_PASSWORD })
    await fixed.db.insert(setting).values({ key: 'site_name', value: 'Z panelu', updated_at: new Date() })
    const { settings } = await staff.adminSettings.get()
    expect(settings.site_name).toMatchObject({ value: 'Ze środowiska', default: 'Wątek', source: 'environment' })
    expect([settings.backup_keep_daily!.value, settings.backup_keep_weekly!.value]).toEqual([3, 1])
    expect(settings.live_streams).toMatchObject({ value: 0, source: 'environment', variable: 'LIVE_STREAMS' })
    for (const value of ['Inna', null]) {
      const error = await failure(staff.adminSettings.change({ values: { site_name: value } }))
      expect([error.status, Object.keys(error.issues)]).toEqual([422, ['site_name']])
    }
  })

  test('every environment variable of a setting is accepted by the configuration', async () => {
    const { SETTINGS } = await import('#server/config.ts')
    const variables = SETTING_KEYS.flatMap((key) => (registry[key] as { variable?: string }).variable ?? [])
    expect(variables.filter((name) => !SETTINGS.includes(name))).toEqual([])
  })
})

describe('RUN-3 settings in several processes', () => {
  const log = createLogger('silent', true)

  async function openProcess() {
    const bus = await createPostgresBus(t.url, log)
    const database = createDb(t.url, { max: 2 })
    const services = createServices({ config: t.config, db: database.db, log, bus })
    disposers.push(() => database.close(), bus.close, services.events.close)
    return services
  }

  test('every process reloads changed settings and empties its caches', async () => {
    const [writer, ...readers] = [await openProcess(), await openProcess(), await openProcess(), await openProcess()]
    const emptied = readers.map(({ invalidations }) => {
      const { promise, resolve } = Promise.withResolvers<string[]>()
      invalidations.subscribe((tags) => resolve([...tags]))
      return promise
    })
    await admin.adminSettings.change({ values: { site_name: 'Wszędzie' } })
    await writer!.settings.announce()
    expect(await Promise.all(emptied)).toEqual([['*'], ['*'], ['*']])
    expect(readers.map(({ settings }) => settings.value('site_name'))).toEqual(['Wszędzie', 'Wszędzie', 'Wszędzie'])
    await admin.adminSettings.change({ values: { site_name: null } })
  })

  test('a process ignores settings in the database that are unknown or have an invalid value', async () => {
    await t.db.insert(setting).values([
      { key: 'density', value: 'of another version', updated_at: new Date() },
      { key: 'of_another_version', value: 1, updated_at: new Date() },
    ])
    const services = await openProcess()
    await services.settings.refresh()
    expect(services.settings.value('density')).toBe('cosy')
    await t.db.delete(setting)
  })

  test('a server process notices a changed setting even if the message about the change was lost', async () => {
    const services = await openProcess()
    await services.settings.refresh()
    const stop = services.settings.watch()
    await admin.adminSettings.change({ values: { site_name: 'Bez wiadomości' } })
    while (services.settings.value('site_name') !== 'Bez wiadomości') await Bun.sleep(20)
    stop()
    await admin.adminSettings.change({ values: { site_name: null } })
  })
})
