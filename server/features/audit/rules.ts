type Entry = { actor: string; account: string | null; admin_token_id: number | null; address: string }

/** Describes who did something, for example 'admin credential #7 (ada), 203.0.113.9'. */
export function actorOf({ actor, account, admin_token_id, address }: Entry): string {
  const token = admin_token_id === null ? '' : ` #${admin_token_id}`
  const signedInAs = account === null || account === actor ? '' : ` (${account})`
  return `${actor}${token}${signedInAs}, ${address}`
}
