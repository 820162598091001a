/** Numbers of PostgreSQL's advisory locks, shared by all processes. */
export const ADVISORY_LOCKS = {
  /** Every process that uses the embedded database holds this lock in shared mode; the last one stops the database. */
  localDatabase: 7_305_001,
  migration: 7_305_002,
  testTemplate: 7_305_003,
  /** Keyed by the name of a job worker, which holds the lock while it is connected. */
  worker: 7_305_004,
  adminRemoval: 7_305_005,
  /** Keyed by the id of the comment that the bot replies to. */
  botAnswer: 7_305_006,
  /** Keyed by the URL of a file, held while its content is written or removed. */
  uploadContent: 7_305_007,
  /** Keyed by the id of a user, held while an upload is counted against the quota. */
  uploadQuota: 7_305_008,
  /** Keyed by the id of a community, 0 for the whole site; held while its filters are counted for the limit. */
  filters: 7_305_009,
  /** Keyed by the id of a member with trust level 0; held while a new text is compared with their earlier ones. */
  newcomer: 7_305_010,
  /** Held while the live streams from browsers are counted for their limit. */
  browserStreams: 7_305_011,
  /** Held while a scheduled backup is made or checked by a trial restore. */
  backups: 7_305_012,
  setup: 7_305_013,
  import: 7_305_020,
  /** Keyed by the id of a community, 0 for the whole site; held while its web hooks are counted for the limit. */
  hooks: 7_305_014,
} as const
