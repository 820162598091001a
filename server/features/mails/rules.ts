import type { DigestPeriod } from '#server/jobs/payloads.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const COLLECTING_TIME = 3 * MINUTE
const MIN_INTERVAL = 15 * MINUTE
/** After this time an unfinished mail counts as abandoned: its job has used up its retries. */
const MAX_SENDING_TIME = DAY

export type MailTimes = { collectedBefore: Date; sentBefore: Date; abandonedBefore: Date }

export function mailTimes(now: Date): MailTimes {
  const before = (time: number) => new Date(now.getTime() - time)
  return {
    collectedBefore: before(COLLECTING_TIME),
    sentBefore: before(MIN_INTERVAL),
    abandonedBefore: before(MAX_SENDING_TIME),
  }
}

export type Digest = { period: DigestPeriod; since: Date; until: Date }
