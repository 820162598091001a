import { defineConfig } from 'drizzle-kit'

// Paths are relative to the repository's root, where `bun run db:generate` runs.
export default defineConfig({ dialect: 'postgresql', schema: './server/{features,db}/**/table.ts', out: './drizzle' })
