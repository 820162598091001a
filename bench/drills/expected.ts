/** Writes that the server acknowledged, which must survive any fault. */
export class Expected {
  /** Last acknowledged vote by `member:post` and `member:comment`. */
  readonly postVotes = new Map<string, number>()
  readonly commentVotes = new Map<string, number>()
  /** Expected state of each follow relation, keyed by `follower:followed`. */
  readonly follows = new Map<string, boolean>()
  /** Texts by id; no two texts are equal. */
  readonly posts = new Map<number, string>()
  readonly comments = new Map<number, string>()
  readonly messages = new Map<number, string>()
  /** Every text that was sent. Each may be stored once at most. It must be stored if its request was acknowledged. */
  readonly texts = { post: new Set<string>(), comment: new Set<string>(), message: new Set<string>() }
  readonly media = new Set<string>()
  /** Addresses for which a mail was requested; each must get the mail once. */
  readonly mails = new Set<string>()
  readonly askedAgain = new Set<string>()
  acknowledged = 0
  repeated = 0
  readonly surprises: string[] = []
}
