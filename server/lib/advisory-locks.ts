/** PostgreSQL's advisory locks, which all processes share. A number has one use. */
export const ADVISORY_LOCKS = {
  /** Held shared by every process that uses the built-in database; the last one stops it. */
  localDatabase: 7_305_001,
  migration: 7_305_002,
  testTemplate: 7_305_003,
  /** With the name of a worker, which holds it while it is connected. */
  worker: 7_305_004,
  adminRemoval: 7_305_005,
  /** With the id of the comment that the bot answers. */
  botAnswer: 7_305_006,
  /** With the url of a file, while its content is written or removed. */
  uploadContent: 7_305_007,
  /** With the id of a user, while an upload is counted against the quota. */
  uploadQuota: 7_305_008,
  /** With the id of a community, 0 for the whole site, while its filters are counted. */
  filters: 7_305_009,
  /** With the id of a member at level 0, while a text of theirs is compared with the others. */
  newcomer: 7_305_010,
  /** While streams from browsers are counted. */
  browserStreams: 7_305_011,
  /** While a scheduled backup is made or proved. */
  backups: 7_305_012,
  /** While the first admin is made. */
  setup: 7_305_013,
  /** While a forum moves in. */
  import: 7_305_020,
  /** With the id of a community, 0 for the whole site, while its web hooks are counted. */
  hooks: 7_305_014,
} as const
