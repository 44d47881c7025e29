import { type Kysely, sql } from 'kysely'

/**
 * What goes out every week (features/notifications/weekly-batches.ts), and what a club that updates has to look at before it goes out: a new kind of
 * email shouldn't surprise members.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('weekly_batch')
    .addColumn('kind', 'text', (column) => column.notNull())
    // The local day on which it was due.
    .addColumn('week', 'text', (column) => column.notNull())
    // Members are added to the outbox in ID order; this is the last one so far.
    .addColumn('last_member_id', 'text', (column) => column.notNull())
    .addColumn('people', 'integer', (column) => column.notNull())
    .addColumn('queued_at', 'text', (column) => column.notNull())
    // Null until everyone has been added.
    .addColumn('finished_at', 'text')
    .addPrimaryKeyConstraint('weekly_batch_key', ['kind', 'week'])
    .execute()
  await db.schema
    .createTable('awaiting_preview')
    .addColumn('kind', 'text', (column) => column.primaryKey())
    // When an officer, who has seen the preview, turned it on; null until then.
    .addColumn('turned_on_at', 'text')
    .execute()
  for (const kind of ['week', 'remind'])
    await sql`insert into awaiting_preview (kind) select ${sql.lit(kind)} where exists (select 1 from member)`.execute(
      db,
    )
}
