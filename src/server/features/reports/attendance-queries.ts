import type { Db } from '#server/db/database.ts'

/** Practices that are over and took place, that is, were started or attended; newest first. */
export async function listHeld(db: Db, now: string) {
  const attended = db
    .selectFrom('attendance')
    .select('practiceId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .groupBy('practiceId')
    .as('attended')
  const answered = db
    .selectFrom('rsvp')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.practiceId', '=', 'rsvp.practiceId').onRef('attendance.memberId', '=', 'rsvp.memberId'),
    )
    .select('rsvp.practiceId')
    .select((eb) => [eb.fn.countAll<number>().as('answers'), eb.fn.count<number>('attendance.memberId').as('came')])
    // Who waited for a place and got none is no no-show (D29).
    .where('rsvp.waiting', 'is', null)
    .groupBy('rsvp.practiceId')
    .as('answered')
  const rows = await db
    .selectFrom('practice')
    .leftJoin(attended, 'attended.practiceId', 'practice.id')
    .leftJoin(answered, 'answered.practiceId', 'practice.id')
    .select([
      'practice.id',
      'practice.title',
      'practice.startsOn',
      'attended.heads',
      'answered.answers',
      'answered.came',
    ])
    .where('practice.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('practice.endedAt', 'is not', null), eb('practice.endsAt', '<=', now)]))
    .where((eb) => eb.or([eb('practice.startedAt', 'is not', null), eb('attended.heads', '>', 0)]))
    .orderBy('practice.startsAt', 'desc')
    .orderBy('practice.id', 'desc')
    .execute()
  return rows.map(({ heads, answers, came, ...practice }) => ({
    ...practice,
    attended: Number(heads ?? 0),
    answered: Number(answers ?? 0),
    came: Number(came ?? 0),
  }))
}
