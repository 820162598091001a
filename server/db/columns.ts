import { customType, integer, timestamp as pgTimestamp } from 'drizzle-orm/pg-core'

export const primaryId = () => integer().primaryKey().generatedByDefaultAsIdentity()

export const timestamp = () => pgTimestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const createdAt = () => timestamp().notNull().defaultNow()

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
