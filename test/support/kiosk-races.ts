import type { Api, TestClub } from './club.ts'
import { reasonOf } from './club.ts'
import { concurrently } from './races.ts'

type KioskCaller = { api: Api }

/** What is wrong after an officer pressed Start ten times in the same moment. */
export async function raceStarts(club: TestClub) {
  const practiceId = await club.livePractice()
  const officer = await club.officer()
  await concurrently(10, () => officer.api.kiosks.start({ practiceId, pin: '482913' }))
  const made = await club.db.selectFrom('kiosk').select('id').where('startedBy', '=', officer.id).execute()
  return made.length === 1 ? [] : [`they made ${made.length} kiosks`]
}

/** What is wrong after each of ten members tapped "Yes" twice in the same moment. */
export async function raceCheckInsAtKiosk(club: TestClub, { api }: KioskCaller) {
  const members = await Promise.all(Array.from({ length: 10 }, () => club.member({ pass: 'Carpool Range Pass' })))
  const answers = await concurrently(20, (i) => api.kiosk.checkIn({ memberId: members[Math.floor(i / 2)]?.id ?? '' }))
  const outcomes = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.outcome : reasonOf(answer)))
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
  const said = `${count('checked-in')} and ${count('already-in')}`
  return said === '10 and 10' ? [] : [`${said} of 20 taps were told so: ${outcomes}`]
}

/** What is wrong after fifty wrong PINs at the same time: five may be tried. */
export async function racePins(_club: TestClub, { api }: KioskCaller) {
  const answers = await concurrently(50, () => api.kiosk.leave({ pin: '000000' }))
  const tried = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.outcome === 'wrong').length
  return tried === 5 ? [] : [`${tried} of 50 wrong PINs were tried: ${answers.map(reasonOf)}`]
}
