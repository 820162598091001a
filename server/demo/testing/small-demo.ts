import { parseTalk, readDemoData, type DemoData } from '../data.ts'

const HOMES = new Set(['humor_18', 'ogrod'])

/** Two of the communities are enough for tests. */
export async function readSmallDemo(): Promise<DemoData> {
  const data = await readDemoData()
  const communities = data.communities.filter(({ name }) => HOMES.has(name))
  const posts = communities.flatMap((community) => community.posts)
  const known = new Set([
    ...HOMES,
    ...posts.flatMap(({ title, talk }) => [title, ...parseTalk(talk).map(({ text }) => text)]),
  ])
  const reports = data.reports.filter(({ post, comment, community }) => known.has((post ?? comment ?? community)!))
  const decisions = data.decisions.filter(({ post, comment, community }) => known.has((post ?? comment ?? community)!))
  const notices = data.notices.filter(({ post, comment }) => known.has((post ?? comment)!))
  return { ...data, communities, botPosts: [], reports, decisions, notices }
}
