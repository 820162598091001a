import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Subprocess } from 'bun'

type ProgramOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  user?: { uid: number; gid: number } | null
  /** The program inherits stdio and receives the signals sent to this process. */
  isAttached?: boolean
}

/** If the program cannot be started, the exit code is -1 and the output is the reason. */
export function runProgram(
  program: string,
  args: string[],
  { cwd, env, user, isAttached = false }: ProgramOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      ...identity(user),
      stdio: isAttached ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
    const signals = isAttached ? (['SIGHUP', 'SIGINT', 'SIGTERM'] as const) : []
    for (const signal of signals) process.on(signal, passOn)
    let output = ''
    const finish = (code: number) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve({ code, output })
    }
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => {
      output += error.message
      finish(-1)
    })
    child.on('close', (code) => finish(code ?? -1))
  })
}

export function identity(user: ProgramOptions['user']): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

type ScriptOptions<Message> = {
  /** Name of the process in process lists. */
  name?: string
  message: (message: Message, child: Subprocess) => void
  exit: (child: Subprocess) => void
}

/** The script gets no environment variables and no .env, which contain secrets. */
export function startScript<Message>(script: string, { name, ...on }: ScriptOptions<Message>): Subprocess {
  const child: Subprocess = Bun.spawn([process.execPath, script, ...(name === undefined ? [] : [name])], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    serialization: 'advanced',
    env: {},
    cwd: dirname(script),
    ipc: (message: Message) => on.message(message, child),
    onExit: () => on.exit(child),
  })
  child.unref()
  return child
}
