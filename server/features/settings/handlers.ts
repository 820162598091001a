import type { adminSettings, SettingStates } from '#shared/api/admin-settings.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { SETTING_KEYS, settingOf } from '#shared/api/settings/registry.ts'
import type { CtxByAccess } from '#server/context.ts'
import type { Settings } from '#server/lib/settings.ts'
import { writeAudit } from '../audit/queries.ts'
import { changeSettings } from './change.ts'
import { listChanges } from './queries.ts'

function statesOf(settings: Settings): SettingStates {
  return Object.fromEntries(
    SETTING_KEYS.map((key) => {
      const { isSecret, needsRestart, variable } = settingOf(key)
      const value = settings.value(key)
      return [
        key,
        {
          value: isSecret ? null : value,
          default: settings.fallback(key),
          source: settings.source(key),
          needs_restart: needsRestart === true,
          variable: variable ?? null,
          is_set: value !== null,
        },
      ]
    }),
  )
}

export const adminSettingsHandlers: HandlersOf<typeof adminSettings, CtxByAccess> = {
  async get({ settings }) {
    // The bus message about a change by another process may not have arrived yet.
    await settings.refresh()
    return { settings: statesOf(settings) }
  },

  async change(ctx, { values }) {
    await ctx.db.transaction(async (tx) => {
      const changes = await changeSettings(tx, ctx, { values, byUserId: ctx.staff.account?.id ?? null })
      if (changes.length === 0) return
      const detail = changes.map(({ key }) => key).join(', ')
      await writeAudit(tx, ctx, { action: 'settings.change', target_type: 'setting', detail })
    })
    await ctx.settings.announce()
    return { settings: statesOf(ctx.settings) }
  },

  async history(ctx, page) {
    const { changes, next_cursor } = await listChanges(ctx.db, page)
    return {
      changes: changes.map(({ username, key, from, to, created_at }) => ({
        key,
        from,
        to,
        by: username ?? 'admin credential',
        created_at,
      })),
      next_cursor,
    }
  },
}
