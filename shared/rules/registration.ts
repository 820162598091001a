/** Who may register: everybody, people whom an admin approves, invited people, or nobody. */
export const REGISTRATION_MODES = ['open', 'approval', 'invite', 'closed'] as const
