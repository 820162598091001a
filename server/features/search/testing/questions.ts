import type { Api } from '#shared/api/index.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { readDemoData } from '#server/demo/data.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'

const FIRST = 5

async function readQuestions(): Promise<{ q: string; wanted: string[] }[]> {
  const lines = (await Bun.file(new URL('questions.txt', import.meta.url)).text()).trim().split('\n')
  return lines.map((line) => {
    const [q, ...wanted] = line.split(' | ')
    return { q: q!, wanted }
  })
}

export async function addDemoPosts(db: DbOrTx): Promise<void> {
  const author = await createUser(db)
  const { communities } = await readDemoData()
  for (const { name, display_name, posts } of communities.filter(({ is_nsfw }) => !is_nsfw)) {
    const home = await createCategory(db, { name, display_name, creator: author })
    for (const { title, text, state } of posts)
      if (state !== 'deleted') await createPost(db, { title, content: text ?? '', category: home, author })
  }
}

type Verdict = { q: string; place: number; first: string | null }

export async function ask(api: Api): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { q, wanted } of await readQuestions()) {
    const titles = (await api.posts.search({ q, limit: FIRST })).posts.map(({ title }) => title)
    verdicts.push({
      q,
      place: titles.findIndex((title) => wanted.some((beginning) => title.startsWith(beginning))) + 1,
      first: titles[0] ?? null,
    })
  }
  return verdicts
}

export function figuresOf(verdicts: Verdict[]): { hits: number; reciprocal: number } {
  const mean = (value: (place: number) => number) =>
    verdicts.reduce((sum, { place }) => sum + value(place), 0) / verdicts.length
  return { hits: mean((place) => Number(place > 0)), reciprocal: mean((place) => (place > 0 ? 1 / place : 0)) }
}
