import { scripts } from '../../package.json'

/** The environment that `bun run start` sets, because Bun reads it only when it starts. */
export const startEnvironment = (start = scripts.start): Record<string, string> =>
  Object.fromEntries([...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
