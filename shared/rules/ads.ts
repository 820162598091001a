import { AD_SPACING } from '#shared/limits.ts'

const isEvery = (n: number, index1: number) => index1 > 0 && index1 % n === 0

export function isAdAfterComment(index1: number, nsfw: boolean): boolean {
  return isEvery(nsfw ? AD_SPACING.commentNsfw : AD_SPACING.comment, index1)
}

export function isAdAfterPost(index1: number, nsfw: boolean): boolean {
  return isEvery(nsfw ? AD_SPACING.postNsfw : AD_SPACING.post, index1)
}
