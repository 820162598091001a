/** The set-up of a new forum, which is open until it has an admin. Each process has its own view of it. */
export type Setup = {
  isOpen: () => boolean
  /** Shown to the person at the server alone. */
  code: string
  /** Asks the database whether it is still open. */
  look: () => Promise<void>
}

export const CLOSED_SETUP: Setup = { isOpen: () => false, code: '', look: async () => {} }
