import { loadConfig } from '#server/config.ts'
import { recoverUpdate } from '#server/update/recover.ts'
import { rollBack, updateTo } from '#server/update/update.ts'
import { CommandError } from './console.ts'
import { machineOf } from './service.ts'

export async function update(args: string[]): Promise<number> {
  const [file, ...rest] = args
  if (!file || rest.length > 0) throw new CommandError('Say which file: watek update FILE')
  const machine = machineOf(loadConfig(process.env))
  await recoverUpdate(machine)
  await updateTo(machine, file)
  return 0
}

export async function rollback(): Promise<number> {
  const machine = machineOf(loadConfig(process.env))
  await recoverUpdate(machine)
  await rollBack(machine)
  return 0
}
