import type { Kysely } from 'kysely'

/** With the practice in it: how many practices each member has attended is counted from the index alone. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.dropIndex('attendance_member').execute()
  await db.schema.createIndex('attendance_member').on('attendance').columns(['member_id', 'practice_id']).execute()
}
