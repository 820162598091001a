/** What the server acknowledged, and so must be found whatever happens afterwards. */
export class Ledger {
  /** By `member:post` and `member:comment`: the vote that was acknowledged last. */
  readonly postVotes = new Map<string, number>()
  readonly commentVotes = new Map<string, number>()
  /** By `member:member`. */
  readonly follows = new Map<string, boolean>()
  /** Texts that nobody else writes, by id. */
  readonly posts = new Map<number, string>()
  readonly comments = new Map<number, string>()
  readonly messages = new Map<number, string>()
  /** Every text that was ever sent: each must be there once, or not at all where nobody acknowledged it. */
  readonly texts = { post: new Set<string>(), comment: new Set<string>(), message: new Set<string>() }
  readonly media = new Set<string>()
  /** Addresses that asked for a mail, one mail each. */
  readonly mails = new Set<string>()
  /** Those of them that asked again because nobody had answered. */
  readonly askedAgain = new Set<string>()
  acknowledged = 0
  /** Attempts that failed or broke off and were made again. */
  repeated = 0
  readonly surprises: string[] = []
}
