import { RE2JS } from 're2js'

type Regex = { size: number; test: (text: string) => boolean }

/**
 * Compiles an expression that ignores case, on an engine whose time grows with the text times `size`. Returns null
 * where the expression is invalid or not supported.
 */
export function compileRegex(source: string): Regex | null {
  try {
    const compiled = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)
    return { size: compiled.programSize(), test: (text) => compiled.test(text) }
  } catch {
    return null
  }
}

export const regexSize = (source: string): number => compileRegex(source)?.size ?? 0
