import type { TestClub } from './club.ts'

/** A practice tonight that an officer has started, and a member with a range pass. Both stay signed in. */
export async function livePractice(club: TestClub) {
  const officer = await club.officer({ keep: true })
  const ana = await club.member({ nameFirst: 'Ana', pass: 'Carpool Range Pass', keep: true })
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  return { officer, ana, practiceId }
}

export function practiceRow({ db }: Pick<TestClub, 'db'>, id: string) {
  return db.selectFrom('practice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
