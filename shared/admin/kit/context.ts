import { createContext, useContext } from 'react'
import type { Api } from '#shared/api/index.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Shell } from '../shell.ts'

export type Me = Awaited<ReturnType<Api['admin']['me']>>

export type Admin = { api: Api; shell: Shell; t: AdminTexts; lang: Lang; me: Me; scope: Me['scope'] }

export const AdminContext = createContext<Admin | null>(null)

export function useAdmin(): Admin {
  const admin = useContext(AdminContext)
  if (!admin) throw new Error('useAdmin needs an AdminApp')
  return admin
}
