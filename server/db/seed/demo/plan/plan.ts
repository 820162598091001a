import { closingRows } from './closing.ts'
import { discussionRows } from './discussions.ts'
import { openingRows } from './opening.ts'
import type { PlannedPost } from './posts.ts'
import { settleAccounts } from './settle.ts'
import { emptyStep, type Step } from './step.ts'
import { planWorld, type PlanInput } from './world.ts'

export type { PlanInput } from './world.ts'

const POSTS_A_STEP = 8

/** One line for each account. */
function sumEarnings(earnings: Step['earnings']): Step['earnings'] {
  return [...Map.groupBy(earnings, (earning) => earning.user_id)].map(([user_id, list]) => ({
    user_id, karma: list.reduce((sum, { karma }) => sum + karma, 0), wpoints: list.reduce((sum, { wpoints }) => sum + wpoints, 0),
  }))
}

/** One line for each community. */
function sumPostCounts(counts: Step['postCounts']): Step['postCounts'] {
  return [...Map.groupBy(counts, (counted) => counted.category_id)].map(([category_id, list]) => ({
    category_id, count: list.reduce((sum, { count }) => sum + count, 0),
  }))
}

/** All rows of several parts in one step. */
function together(...parts: Partial<Step>[]): Step {
  const step = emptyStep()
  for (const part of parts) {
    for (const [name, rows] of Object.entries(part)) (step[name as keyof Step] as unknown[]).push(...rows)
  }
  return { ...step, earnings: sumEarnings(step.earnings), postCounts: sumPostCounts(step.postCounts) }
}

/** The whole demo forum as the transactions that make it, oldest posts first; the same input gives the same plan. */
export function planForum(input: PlanInput): Step[] {
  const world = planWorld(input)
  const settled = settleAccounts(world)
  const discussion = discussionRows(world)
  const slices: PlannedPost[][] = []
  for (let from = 0; from < world.posts.length; from += POSTS_A_STEP) slices.push(world.posts.slice(from, from + POSTS_A_STEP))
  return [
    together(openingRows(world), settled('opening')),
    ...slices.map((slice) => together(...slice.flatMap((post) => [discussion(post), settled(post)]))),
    together(closingRows(world), settled('closing')),
  ]
}
