import type { offline as pl } from '../pl/offline.ts'

export const offline: typeof pl = {
  title: 'Without a network',
  description: 'Pages saved on this device, to read without a network.',
  lead: 'These pages are saved on this device.',
  empty: 'Nothing is saved on this device yet. Pages that you visit are saved.',
  saved: (age: string) => `saved ${age}`,
  used: (megabytes: string) => `Space used: ${megabytes} MB of 50 MB`,
  ahead: 'How many posts to fetch ahead',
  aheadHint: 'With comments and pictures, on a line without a data limit.',
  none: 'none',
  posts: (n: number) => `${n} posts`,
  clear: 'Clear this device',
  cleared: 'The device is cleared.',
  installTitle: 'On your home screen',
  installText: 'Install it as an app: it opens at once, and works without a network as well.',
  install: 'Install',
  notNow: 'Not now',
}
