import { type Kysely, sql } from 'kysely'

/** Pictures in the file store: in use, or since when no more. A row is there before its files and goes after them. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('picture')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // No reference: the row outlives an erased member by as long as a backup may need the files.
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('unused_since', 'text')
    .execute()
  await sql`create unique index picture_one_in_use on picture (member_id) where unused_since is null`.execute(db)
  await db.schema.createIndex('picture_unused').on('picture').column('unused_since').execute()
}
