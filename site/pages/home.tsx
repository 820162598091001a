import { Await } from '#site/app/await.tsx'
import { definePage } from '#site/app/page.ts'

export const page = definePage({
  load: async () => ({ hello: 'świat', late: new Promise<{ n: number }>((resolve) => setTimeout(() => resolve({ n: 5 }), 1500)) }),
  meta: () => ({ title: 'Home', description: 'x' }),
  View: ({ data }) => (
    <main id="main">
      <h1>Hello {data.hello}</h1>
      <Await value={data.late} fallback={<p>wait</p>} failed={<p>failed</p>}>{(late) => <p onClick={() => alert(1)}>late {late.n}</p>}</Await>
    </main>
  ),
})
