import { DrizzleQueryError } from 'drizzle-orm'

type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export type Logger = Record<LogLevel, (message: string, fields?: Record<string, unknown>) => void>

const LEVELS: LogLevel[] = ['debug', 'info', 'warn', 'error']

/** Removes the parameter values from the error of a failed query, because they may be secrets. */
export function withoutValues(error: Error): Error {
  if (!(error instanceof DrizzleQueryError)) return error
  const message = `${error.cause?.message ?? 'Failed'}: ${error.query}`
  const short = new Error(message, { cause: error.cause })
  short.stack = error.stack?.replace(error.message, () => message)
  return short
}

/** With line breaks and control characters a logged value could imitate another log line. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = withoutValues(value)
  return { name, message, stack, cause: plain(cause) }
}

/** Writes JSON lines in production, readable lines elsewhere; warnings and errors go to stderr. */
export function createLogger(level: LogLevel | 'silent', json: boolean): Logger {
  const lowest = level === 'silent' ? LEVELS.length : LEVELS.indexOf(level)
  const writer =
    (at: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (LEVELS.indexOf(at) < lowest) return
      const values = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)]))
      const line = json
        ? JSON.stringify({ at: new Date().toISOString(), level: at, message, ...values })
        : [
            message,
            ...Object.entries(values).map(
              ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
            ),
          ].join(' ')
      ;(at === 'error' || at === 'warn' ? process.stderr : process.stdout).write(`${line.replace(CONTROL, escaped)}\n`)
    }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}
