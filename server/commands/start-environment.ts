import { scripts } from '../../package.json'

/** Bun reads these variables of the script `start` only when it starts, so the program cannot set them itself. */
export const startEnvironment = (start = scripts.start): Record<string, string> =>
  Object.fromEntries([...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
