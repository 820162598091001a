import type { adminStreams as pl } from '../pl/admin-streams.ts'

export const adminStreams: typeof pl = {
  heading: 'Streams',
  filter: 'Which streams',
  all: 'All',
  live: 'Live',
  ended: 'Ended',
  title: 'Title',
  state: 'State',
  description: 'Description',
  streamer: 'Streamer',
  viewers: 'Viewers',
  type: 'Type',
  types: { external: 'external', hls: 'HLS', browser: 'from the browser' },
  date: 'Date',
  url: 'Address',
  open: (title) => `Open “${title}” in a new window`,
  remove: (title) => `Delete the stream “${title}”`,
  removeText: (title, streamer) => `The stream “${title}” by ${streamer} disappears at once.`,
  emptyTitle: 'There are no streams here',
  emptyText: 'Streams appear here once somebody announces them.',
}
