import { scripts } from '../../package.json'

/** What `bun run start` sets before Bun starts, which reads it only then. */
export const startEnvironment = (start = scripts.start): Record<string, string> =>
  Object.fromEntries([...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
