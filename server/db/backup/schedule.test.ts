import { expect, test } from 'bun:test'
import { backupName, outdatedBackups, parseKeep, periodStart, proofStart, timeOfBackup } from './schedule.ts'
import { isNetworkFileSystem, parseS3Place } from './store.ts'

const at = (time: string) => new Date(`${time}Z`)
const DAY = 86_400_000

test.each([
  ['7 daily, 4 weekly', { daily: 7, weekly: 4 }],
  ['7d 4w', { daily: 7, weekly: 4 }],
  ['7,4', { daily: 7, weekly: 4 }],
  ['3', { daily: 3, weekly: 0 }],
  ['0', null],
  ['7 daily, 4 monthly', null],
  ['-1', null],
])('RUN-11 the numbers of backups to keep are parsed from %p', (text, keep) => {
  expect(parseKeep(text)).toEqual(keep)
})

test.each([
  ['hour', '2026-11-25T18:59:59', '2026-11-25T18:00:00'],
  ['6h', '2026-11-25T18:00:00', '2026-11-25T18:00:00'],
  ['6h', '2026-11-25T17:59:59', '2026-11-25T12:00:00'],
  ['day', '2026-11-25T00:59:59', '2026-11-24T01:00:00'],
  ['day', '2026-11-25T01:00:00', '2026-11-25T01:00:00'],
] as const)('RUN-11 the period of a backup made every %s, at the time %s, begins at %s', (every, now, start) => {
  expect(periodStart(every, at(now))).toEqual(at(start))
})

test('RUN-12 the nightly trial restore of a backup begins at 4:00', () => {
  expect(proofStart(at('2026-11-25T03:59:00'))).toEqual(at('2026-11-24T04:00:00'))
  expect(proofStart(at('2026-11-25T04:00:00'))).toEqual(at('2026-11-25T04:00:00'))
})

test('RUN-11 the backups kept are all of the last 24 hours, seven daily ones and four weekly ones', () => {
  const now = at('2026-11-25T20:30:00')
  const daily = Array.from({ length: 60 }, (_, n) =>
    backupName(new Date(at('2026-11-25T01:00:00').getTime() - n * DAY), true),
  )
  const hourly = Array.from({ length: 30 }, (_, n) =>
    backupName(new Date(at('2026-11-25T20:00:00').getTime() - (n * DAY) / 24), true),
  )
  const others = ['watek-2026-11-01T000000Z.tar.zst', 'notes.txt', 'watek-auto-2026-99-99T000000Z.tar.zst']
  const all = [...daily, ...hourly, ...others]
  const outdated = outdatedBackups(all, { daily: 7, weekly: 4 }, now)
  expect(outdated.filter((name) => others.includes(name))).toEqual([])
  const kept = [...new Set(all.filter((name) => !outdated.includes(name) && !others.includes(name)))]
  const ofLastDay = kept.filter((name) => now.getTime() - timeOfBackup(name)!.getTime() <= DAY)
  expect(ofLastDay.length).toBe(24)
  const older = kept.filter((name) => !ofLastDay.includes(name)).map((name) => name.slice(11, 21))
  // The backups of five days are followed by those of two Sundays, each the newest of its week.
  expect(older).toEqual([
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-15',
    '2026-11-08',
  ])
})

test('RUN-11 the newest backup is never deleted', () => {
  const old = [backupName(at('2020-01-01T01:00:00'), false), backupName(at('2020-01-02T01:00:00'), false)]
  expect(outdatedBackups(old, { daily: 1, weekly: 0 }, new Date())).toEqual([old[0]!])
})

test.each([
  ['s3://bucket', { bucket: 'bucket', prefix: '' }],
  ['s3://bucket/', { bucket: 'bucket', prefix: '' }],
  ['s3://bucket/forum/backups/', { bucket: 'bucket', prefix: 'forum/backups/' }],
  ['s3://B/x', null],
  ['/var/backups', null],
])('RUN-11 the bucket and prefix of %s are parsed', (place, found) => {
  expect(parseS3Place(place)).toEqual(found)
})

test('RUN-11 backups on NFS and SMB count as stored on another machine, those on ext4 and tmpfs do not', () => {
  expect([0x6969, -0x00acb2be, 0xef53, 0x01021994].map(isNetworkFileSystem)).toEqual([true, true, false, false])
})
