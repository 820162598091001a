import type { adminDashboard as pl } from '../pl/admin-dashboard.ts'

export const adminDashboard: typeof pl = {
  title: 'Dashboard',
  cards: { users: 'Users', posts: 'Posts', comments: 'Comments', messages: 'Messages' },
}
