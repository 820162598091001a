/** Writes that the server acknowledged, which must survive any fault. */
export class Expected {
  /** Last acknowledged vote by `member:post` and `member:comment`. */
  readonly postVotes = new Map<string, number>()
  readonly commentVotes = new Map<string, number>()
  /** Whether the follow exists, by `follower:followed`. */
  readonly follows = new Map<string, boolean>()
  readonly posts = new Map<number, string>()
  readonly comments = new Map<number, string>()
  readonly messages = new Map<number, string>()
  /** Every text that was sent; each may be stored once at most. */
  readonly texts = { post: new Set<string>(), comment: new Set<string>(), message: new Set<string>() }
  readonly media = new Set<string>()
  /** Addresses for which a mail was requested; each must get the mail once. */
  readonly mails = new Set<string>()
  readonly askedAgain = new Set<string>()
  acknowledged = 0
  repeated = 0
  readonly surprises: string[] = []
}
