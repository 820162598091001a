import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from './console.ts'
import { startEnvironment } from './start-environment.ts'

test('the deployment files start the server with the environment of `bun run start`', async () => {
  expect(startEnvironment()).toMatchObject({
    NODE_ENV: 'production',
    BUN_JSC_heapGrowthMaxIncrease: expect.any(String),
  })
  for (const name of ['Dockerfile', 'watek.service']) {
    const lines = (await Bun.file(join(ROOT, 'docs/deploy', name)).text())
      .split('\n')
      .filter((line) => /^(ENV |Environment=)/.test(line))
      .join(' ')
    for (const [variable, value] of Object.entries(startEnvironment()))
      expect(lines).toMatch(new RegExp(`\\b${variable}=${value}(?= |$)`))
  }
})
