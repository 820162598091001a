import { defineConfig } from 'drizzle-kit'

// Paths are from the repository's root: run it as `bun run db:generate`.
export default defineConfig({ dialect: 'postgresql', schema: './server/{features,db}/**/table.ts', out: './drizzle' })
