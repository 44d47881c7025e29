import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

type ExportedRow = Record<string, unknown>
export type Sections = Record<string, ExportedRow | ExportedRow[]>
export type ExportInput = { db: Db; ctx: AppContext; id: string; email: string; say: (text: string) => string }
/**
 * Exports what one table holds about a member. Long tables come in batches, so that they are never in memory as a
 * whole.
 */
export type Exporter = (facts: ExportInput) => Promise<Sections> | AsyncIterable<Sections>

/** The exporters of some of the tables. */
export type Exporters = Partial<Record<keyof Schema, Exporter>>
