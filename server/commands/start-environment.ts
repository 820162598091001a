import { scripts } from '../../package.json'

/** Returns the variables set in the script `start`, which Bun reads before the program could set them itself. */
export const startEnvironment = (start = scripts.start): Record<string, string> =>
  Object.fromEntries([...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
