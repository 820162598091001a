import { user } from './table.ts'

export const userCard = {
  id: user.id,
  username: user.username,
  karma: user.karma,
  is_admin: user.is_admin,
  avatar_url: user.avatar_url,
  is_unclaimed: user.is_unclaimed,
}

export type UserCardRow = {
  id: number
  username: string
  karma: number
  is_admin: boolean
  avatar_url: string | null
  is_unclaimed: boolean
}
