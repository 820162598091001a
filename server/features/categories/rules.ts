import type { SettingValues } from '#shared/api/settings/registry.ts'

export const mayCreate = (
  { is_admin, trust_level }: { is_admin: boolean; trust_level: number },
  by: SettingValues['communities_by'],
): boolean =>
  is_admin || by === 'everyone' || (by === 'trust1' && trust_level >= 1) || (by === 'trust2' && trust_level >= 2)
