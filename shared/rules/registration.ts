/** Who may register: everybody, whom an admin approves, whom somebody invited, nobody. */
export const REGISTRATION_MODES = ['open', 'approval', 'invite', 'closed'] as const
