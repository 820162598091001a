import { ADS_EVERY } from '#shared/limits.ts'

const isEvery = (n: number, index1: number) => index1 > 0 && index1 % n === 0

/** Whether an ad follows the `index1`-th top-level comment (counted from 1) of a post; `nsfw` is its community's. */
export function isAdAfterComment(index1: number, nsfw: boolean): boolean {
  return isEvery(nsfw ? ADS_EVERY.commentNsfw : ADS_EVERY.comment, index1)
}

/** Whether an ad follows the `index1`-th post (counted from 1) on a community's page. */
export function isAdAfterPost(index1: number, nsfw: boolean): boolean {
  return isEvery(nsfw ? ADS_EVERY.postNsfw : ADS_EVERY.post, index1)
}
