import { LIMITS } from '#shared/limits.ts'

export const CATEGORY_NAME_PATTERN = new RegExp(`^[a-z0-9_]{${LIMITS.categoryNameMin},${LIMITS.categoryNameMax}}$`)

export function normalizeCategoryName(input: string): string {
  return input.toLowerCase().replace(/[^a-z0-9_]/g, '')
}

export function isCategoryName(name: string): boolean {
  return CATEGORY_NAME_PATTERN.test(name)
}
