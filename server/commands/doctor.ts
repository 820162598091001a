import { parseArgs } from 'node:util'
import { examine } from '#server/doctor/doctor.ts'
import { hasError } from '#server/doctor/finding.ts'
import { CommandError, print } from './console.ts'

const NAME_WIDTH = 16
const STATUS_WIDTH = 9

/** Returns exit code 1 if any check is an error. */
export async function doctor(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { json: { type: 'boolean', default: false }, estimate: { type: 'string' } },
  })
  if (values.estimate !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(values.estimate))
      throw new CommandError('Say how many daily members: watek doctor --estimate 10000')
    return (await import('./print-estimate.ts')).printEstimate(Number(values.estimate))
  }
  const findings = await examine(process.env)
  if (values.json) print(JSON.stringify({ checks: findings }, null, 2))
  else
    for (const { name, status, message, advice } of findings)
      print(`${status.padEnd(STATUS_WIDTH)}${name.padEnd(NAME_WIDTH)}${message}${advice === null ? '' : ` ${advice}`}`)
  return hasError(findings) ? 1 : 0
}
