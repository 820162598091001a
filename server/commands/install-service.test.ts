import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './console.ts'
import { unitFor } from './install-service.ts'

const place = { home: '/srv/forum/watek', dataDir: '/srv/data', user: 'forum' }
const unit = async (name: string) => unitFor(await readFile(join(ROOT, 'docs/deploy', name), 'utf8'), place)

test('RUN-9 the systemd unit has the folder, the data folder and the user of the installed program', async () => {
  const text = await unit('watek.service')
  expect(text).toContain('\nExecStart=/srv/forum/watek/watek start\n')
  expect(text).toContain('\nUser=forum\nGroup=forum\nWorkingDirectory=/srv/forum/watek\n')
  expect(text).toContain('\nEnvironmentFile=-/srv/forum/watek/.env\n')
  expect(text).toContain(' DATA_DIR=/srv/data WORKERS=auto\n')
  expect(text).toContain('\nReadWritePaths=/srv/data\n')
})

test.each(['watek.service', 'watek-backup.service', 'watek-backup.timer'])(
  'RUN-9 the systemd unit %s has no path left from the example in the documentation',
  async (name) => {
    expect(await unit(name)).not.toMatch(/\/opt\/watek|\/var\/lib\/watek|\/usr\/local\/bin\/bun|\/etc\/watek\.env/)
  },
)
