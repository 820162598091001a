import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { limit, offset } from './fields.ts'
import { avatar_url, PointsTransaction } from './shapes.ts'
import { PAGE } from '../limits.ts'

export const points = {
  mine: endpoint({
    method: 'GET',
    path: '/api/wpoints/my-points',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({}),
    output: v.object({ wpoints: v.number(), today: v.number() }),
    summary: 'Balance and sum of the day',
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/api/wpoints/transactions',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ limit: limit(PAGE.list), offset }),
    output: v.array(PointsTransaction),
    summary: 'The ledger of the caller, latest first',
  }),
  leaderboard: endpoint({
    method: 'GET',
    path: '/api/wpoints/leaderboard',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ limit: limit(PAGE.leaderboard) }),
    output: v.array(v.object({ user_id: v.number(), username: v.string(), avatar_url, wpoints: v.number() })),
    summary: 'Members with the most points',
  }),
}
