type Entry = { actor: string, account: string | null, admin_token_id: number | null, address: string }

/** Who did something, in one line: the credential with the number of its token, the account beside it, and the address. */
export function actorOf({ actor, account, admin_token_id, address }: Entry): string {
  const token = admin_token_id === null ? '' : ` #${admin_token_id}`
  const beside = account === null || account === actor ? '' : ` (${account})`
  return `${actor}${token}${beside}, ${address}`
}
