import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Topic } from '#domain/live-topics.ts'
import type { Db } from '#server/db/database.ts'

const announcedWithinMs = 5000

/** The version of a topic once everything committed is announced, which PostgreSQL does after the commit. */
export async function announcedVersion(db: Db, topic: Topic) {
  const latest = performance.now() + announcedWithinMs
  while ((await db.selectFrom('topicOutbox').select('id').limit(1).execute()).length > 0) {
    if (performance.now() > latest) throw new Error('a committed change was not announced')
    await pause(5)
  }
  const row = await db.selectFrom('topicVersion').select('version').where('topic', '=', topic).executeTakeFirst()
  return row?.version ?? 0
}

/**
 * From now on, PostgreSQL keeps what each committed transaction announces. Versions can't be counted instead: several
 * transactions that are announced together raise them once.
 */
export async function keepAnnouncements(db: Db) {
  await sql`create table announcement (topics text)`.execute(db)
  await sql`
    create function keep_announcement() returns trigger language plpgsql as $$
    begin
      insert into announcement values (new.topics);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger keep_announcement after insert on topic_outbox
      for each row execute function keep_announcement()`.execute(db)
}

/** How often it has been announced that a topic starting with this has changed. */
export async function announcementsOf(db: Db, beginning: string) {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from announcement, json_array_elements_text(topics::json) as topic
    where starts_with(topic, ${beginning})`.execute(db)
  return Number(rows[0]?.count)
}
