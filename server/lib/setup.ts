/** The set-up of a new forum is open until the forum has an admin; each process keeps its own copy of this state. */
export type Setup = {
  isOpen: () => boolean
  /** The code opens the set-up; only the operator of the server can read it. */
  code: string
  /** Reads from the database whether the set-up is still open. */
  look: () => Promise<void>
}

export const CLOSED_SETUP: Setup = { isOpen: () => false, code: '', look: async () => {} }
