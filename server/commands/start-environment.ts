import { scripts } from '../../package.json'

/** What `bun run start` sets before Bun starts, which reads it only then. */
export const startEnvironment = (): Record<string, string> => Object.fromEntries([...scripts.start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
