/** Not a dependency: larger than all others, and used only by `bun bench/lighthouse.ts`. */
export const LIGHTHOUSE = 'lighthouse@13.5.0'
