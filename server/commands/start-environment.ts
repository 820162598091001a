import { scripts } from '../../package.json'

/**
 * Environment variables that the script `start` in package.json sets on its command line. Bun reads them only when it
 * starts, so the program cannot set them itself.
 */
export const startEnvironment = (start = scripts.start): Record<string, string> =>
  Object.fromEntries([...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
