import { openTestApp } from '#server/test/open-app.ts'
import { addDemoPosts, ask, figuresOf } from '#server/features/search/testing/questions.ts'
import { print } from './rows.ts'

const app = await openTestApp()
await addDemoPosts(app.db)
const verdicts = await ask(await app.as(null))
const { hits, reciprocal } = figuresOf(verdicts)
print(
  `${verdicts.length} questions: among the first five ${(100 * hits).toFixed(1)} %, mean reciprocal rank ` +
    `${reciprocal.toFixed(3)}`,
)
for (const { q, place, first } of verdicts.filter((each) => each.place !== 1))
  print(`${place === 0 ? '-' : place}\t${q}\t${first ?? 'nothing'}`)
await app.close()
process.exit(0)
