import type { Member } from './listeners.ts'

const NOBODY: ReadonlySet<number> = new Set()

export function createBlockLists(find: (memberIds: number[]) => Promise<Map<number, Set<number>>>) {
  return {
    /** A block list that changes while it is being loaded is loaded again. */
    async load(members: (Member | null)[]): Promise<void> {
      for (;;) {
        const missing = [...new Set(members)].filter(
          (member): member is Member => member !== null && member.blocked === null,
        )
        if (missing.length === 0) return
        const changes = missing.map(({ blockChanges }) => blockChanges)
        const blocked = await find(missing.map(({ id }) => id))
        missing.forEach((member, at) => {
          if (member.blockChanges === changes[at]) member.blocked = blocked.get(member.id) ?? NOBODY
        })
      }
    },

    clear(member: Member): void {
      member.blocked = null
      member.blockChanges += 1
    },
  }
}

export type BlockLists = ReturnType<typeof createBlockLists>
