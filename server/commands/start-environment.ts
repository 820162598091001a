import { scripts } from '../../package.json'

/**
 * The environment variables that the script `start` sets on its command line, because Bun reads them only when it
 * starts.
 */
export const startEnvironment = (start = scripts.start): Record<string, string> =>
  Object.fromEntries([...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
