import { rm, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeCopy } from '#server/db/local/folder-copy.ts'
import { VERSIONS } from '#server/release/layout.ts'
import { replaceWorkers, serverStatus } from '#server/workers/control.ts'
import { logUpdate } from './journal.ts'
import { removeVersion, rootOf, runStep, setVersionInForce, type Machine } from './machine.ts'
import { isOwned, isInFlight, readState, startOf, writeState, type Step, type UpdateState } from './state.ts'

/** The update steps in which migrations may already have run. */
const AFTER_MIGRATING = new Set<Step>(['exchanging', 'migrating', 'checking', 'replacing', 'restoring', 'swapping'])

const secondsSince = (time: string) => Math.round((Date.now() - new Date(time).getTime()) / 100) / 10

const readOnlySecondsOf = ({ frozen_at }: UpdateState) => (frozen_at === undefined ? 0 : secondsSince(frozen_at))

/** Records the state; a failed write is only printed, as it must not stop a rollback, whose steps may be repeated. */
async function note(machine: Machine, state: UpdateState, changes: Partial<UpdateState>): Promise<UpdateState> {
  const next = { ...state, ...changes, pid: process.pid, pid_started: startOf(process.pid) }
  await writeState(machine.dataDir, next).catch((error: Error) =>
    machine.print(`The step ${next.step} could not be noted: ${error.message}`),
  )
  return next
}

/** Replaces the workers of a running server; a stopped server will start with the current version by itself. */
async function runWorkers(machine: Machine, version: string, isReadOnly: boolean): Promise<void> {
  const status = await serverStatus(machine.dataDir)
  if (!status) return
  const target = { root: rootOf(machine.home, version), isReadOnly }
  const isSo = status.workers.every((worker) => worker.root === target.root && worker.isReadOnly === isReadOnly)
  if (!isSo) await replaceWorkers(machine.dataDir, target)
}

/** Drafts are folders of versions that were only partly unpacked. */
async function removeDrafts({ home }: Machine): Promise<void> {
  const names = await readdir(join(home, VERSIONS)).catch((): string[] => [])
  for (const name of names.filter((found) => found.startsWith('.')))
    await rm(join(home, VERSIONS, name), { recursive: true, force: true }).catch(() => {})
}

/** Frees disk space before a rollback, because the update may have failed for lack of it. */
async function removeRemains(machine: Machine, state: UpdateState): Promise<void> {
  await removeDrafts(machine)
  if (state.copies && !AFTER_MIGRATING.has(state.step)) await removeCopy(machine.dataDir, state.id).catch(() => {})
  if (state.backup !== null) await rm(`${state.backup}.part`, { force: true }).catch(() => {})
}

/** Rolls back to the old version and the database before the migrations; each step may be repeated. */
export async function goBack(machine: Machine, state: UpdateState, reason: string): Promise<void> {
  const { dataDir } = machine
  machine.print(`Going back to version ${state.from}: ${reason}`)
  let now = await note(machine, state, { reason: state.reason ?? reason })
  await removeRemains(machine, now)
  const mustRestore =
    now.restores &&
    (now.copies || now.backup !== null) &&
    AFTER_MIGRATING.has(now.step) &&
    (await hasMigrated(machine, now))
  await setVersionInForce(machine, now.from)
  await runWorkers(machine, now.from, mustRestore)
  if (mustRestore && now.copies) {
    now = await note(machine, now, { step: 'swapping' })
    machine.print('Putting the database of before the migrations back')
    await runStep(machine, now.from, 'put-back', now.id)
    await runWorkers(machine, now.from, false)
  } else if (mustRestore) {
    if (now.step !== 'swapping') {
      now = await note(machine, now, { step: 'restoring' })
      machine.print('Restoring the database of before the migrations')
      await runStep(machine, now.from, 'restore', now.id, now.backup!)
      now = await note(machine, now, { step: 'swapping' })
    }
    await runStep(machine, now.from, 'swap', now.id)
    await runWorkers(machine, now.from, false)
  }
  const readOnlySeconds = readOnlySecondsOf(now)
  if (now.copies) await removeCopy(dataDir, now.id)
  if (now.kind === 'update') await removeVersion(machine.home, now.to)
  now = await note(machine, now, { step: 'done' })
  await logUpdate(dataDir, {
    at: new Date().toISOString(),
    kind: now.kind,
    from: now.from,
    to: now.to,
    outcome: 'undone',
    reason: now.reason,
    seconds: secondsSince(now.started_at),
    migrations: now.migrations,
    read_only_seconds: readOnlySeconds,
    backup: now.backup,
  })
  machine.print(`Version ${now.from} is in force.`)
}

/** Returns whether migrations may have run, so that the former database must be restored. */
async function hasMigrated(machine: Machine, state: UpdateState): Promise<boolean> {
  if (state.step === 'swapping' || state.converts) return true
  // If no server runs, restoring the copy is faster than starting the database to look for migrations.
  if (state.copies && !(await serverStatus(machine.dataDir))) return true
  const { output } = await runStep(machine, state.from, 'is-newer')
  return output.trim() === 'true'
}

/** Completes an update that can no longer be rolled back. */
export async function finish(machine: Machine, state: UpdateState): Promise<void> {
  await setVersionInForce(machine, state.to)
  await runWorkers(machine, state.to, false)
  const readOnlySeconds = readOnlySecondsOf(state)
  if (state.copies) await removeCopy(machine.dataDir, state.id)
  await note(machine, state, { step: 'done' })
  await logUpdate(machine.dataDir, {
    at: new Date().toISOString(),
    kind: state.kind,
    from: state.from,
    to: state.to,
    outcome: 'done',
    reason: null,
    seconds: secondsSince(state.started_at),
    migrations: state.migrations,
    read_only_seconds: readOnlySeconds,
    backup: state.backup,
  })
  machine.print(`Version ${state.to} is in force.`)
}

const WAIT_MS = 200

/** Returns whether there was an update whose process died; waits up to `waitMs` for one that still runs. */
export async function recoverUpdate(machine: Machine, waitMs = 0): Promise<boolean> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const state = await readState(machine.dataDir)
    if (!isInFlight(state)) return false
    if (!isOwned(state)) break
    if (Date.now() > deadline) return false
    await Bun.sleep(WAIT_MS)
  }
  const state = (await readState(machine.dataDir))!
  const owned = await note(machine, state, {})
  if (owned.step === 'committed') await finish(machine, owned)
  else await goBack(machine, owned, state.reason ?? `it was interrupted while ${state.step.replace('_', ' ')}`)
  return true
}
