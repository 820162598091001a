import { scripts } from '../../package.json'

/** The environment that `bun run start` sets before Bun starts, because Bun reads it only at its start. */
export const startEnvironment = (start = scripts.start): Record<string, string> =>
  Object.fromEntries([...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
