import type { ReactNode } from 'react'
import { avatarOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'

type User = { id: number; username: string; avatar_url: string | null }

type UserOptionsProps<T extends User> = {
  id: string
  label: string
  users: readonly T[]
  chosen: number
  onChoose: (at: number) => void
  aside?: (user: T) => ReactNode
}

/** Option `n` has the id `${id}-${n}`. */
export function UserOptions<T extends User>({ id, label, users, chosen, onChoose, aside }: UserOptionsProps<T>) {
  return (
    <div className="suggest" role="listbox" id={id} aria-label={label}>
      {users.map((user, at) => (
        <div
          key={user.id}
          id={`${id}-${at}`}
          className="suggest__item"
          role="option"
          aria-selected={at === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(at)}>
          <Avatar name={user.username} src={avatarOf(user.avatar_url)} />
          <span className="suggest__main">{user.username}</span>
          {aside && <span className="suggest__aside">{aside(user)}</span>}
        </div>
      ))}
    </div>
  )
}
