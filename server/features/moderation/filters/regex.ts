import { RE2JS } from 're2js'

type Regex = { size: number; test: (text: string) => boolean }

/**
 * Uses an engine whose time is linear in the text length times `size`. Returns null for an invalid or unsupported
 * expression.
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
