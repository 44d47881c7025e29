import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestClub, goodPassword, succeeded } from './support/club.ts'

// Shows: T69
test('check-ins beside sign-ups that break off amid their transaction are all there, and of those nothing is (T69)', async () => {
  await using club = await createTestClub('sqlite')
  const officer = await club.officer()
  const members = await Promise.all(Array.from({ length: 60 }, () => club.member({ pass: 'Carpool Range Pass' })))
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  // In turn, only the statement fails, and SQLite rolls back the whole transaction.
  for (const how of ['abort', 'rollback'])
    await sql`create trigger ${sql.ref(how)} before insert on mail_outbox
      when exists (select 1 from user where id = new.user_id and email like ${sql.lit(`${how}%`)})
      begin select raise(${sql.raw(how)}, 'broken off'); end`.execute(club.db)
  const signUps = members.slice(0, 12).map((_, at) => {
    const email = `${at % 2 ? 'abort' : 'rollback'}.${at}@purdue.edu`
    return club.visitor(`10.0.0.${at}`).api.account.signUp({ email, password: goodPassword })
  })
  const [checkIns, failed] = await Promise.all([
    Promise.allSettled(members.map(({ api }) => api.practices.checkIn({ practiceId }))),
    Promise.allSettled(signUps),
  ])
  expect(checkIns.filter((each) => !succeeded(each))).toEqual([])
  expect(failed.filter(succeeded)).toEqual([])
  const rows = await club.db.selectFrom('attendance').select('memberId').execute()
  expect(new Set(rows.map(({ memberId }) => memberId))).toEqual(new Set(members.map(({ id }) => id)))
  const left = club.db.selectFrom('user').select('id').where('email', 'like', '%.%@purdue.edu')
  expect(await left.execute()).toEqual([])
})
