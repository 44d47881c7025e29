import { addManyMembers } from '#test/support/many-members.ts'
import { startMapHost } from '#test/support/map-host.ts'
import { attendedBefore, manyPractices } from '#test/support/past-practices.ts'
import { alterData, type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { fillRecords } from '#test/support/records.ts'
import { doorStore, oneDayPass } from '#test/support/sales.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { bulkEdits, spentSince } from './bulk-scenes.ts'
import type { Stage, Who } from './scenes.ts'
import { fillStore } from './store-scenes.ts'

export type People = Record<Who, QuickMember | null>

const stages: Stage[] = ['fresh', 'quiet', 'many', 'live', 'ended-early', 'nothing', 'records']
const withStore = {
  storeImport: doorStore,
  storeLinks: { practices: 'https://store.example.com/practices', passes: 'https://store.example.com/passes' },
}
/** Officers' documents on /resources; a club without practices has none either. */
const withResources = {
  resources: [
    { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
    { label: 'Equipment and who has it', url: 'https://docs.example.com/equipment', kind: 'Spreadsheet' },
    {
      label: 'Minutes of the officers’ meetings, with what was decided and who does it',
      url: 'https://docs.example.com/minutes',
      kind: 'Folder',
      date: '2026-11-16',
    },
  ],
}
const guests = [
  'Jo Meyer',
  'Kai Tanaka',
  'Ravi Singh',
  'Lena Petrov',
  'Omar Diallo',
  'Elise Weber',
  'Maximiliana Wolfeschlegelstein',
]
const pronouns = ['She/Her', 'They/Them', 'He/Him']

/**
 * Starts a built server with a club in this state. @returns it with its people. A club without practices has no maps either.
 * @param more club settings in addition to those of the stage
 */
export async function openStage(stage: Stage, more: object = {}) {
  const maps = await startMapHost()
  const usual = stage === 'nothing' ? withStore : { ...withStore, ...withResources, maps: maps.maps }
  const started = await startServer({ club: { ...usual, ...more } })
  async function dispose() {
    await started.dispose()
    await maps.stop()
  }
  const server = { ...started, dispose, [Symbol.asyncDispose]: dispose }
  const newcomer = await quickMember(server, { email: 'new@purdue.edu', wizard: false })
  const people: People = { visitor: null, newcomer, member: null, guest: null, officer: null }
  const isPast = (earlier: Stage) => stages.indexOf(stage) >= stages.indexOf(earlier)
  const opened = { server, people, mapsOrigin: maps.origin }
  if (!isPast('quiet')) return opened

  people.member = await quickMember(server, { email: 'member@purdue.edu', first: 'Noor', last: 'Haddad' })
  const officer = await quickMember(server, { email: 'officer@purdue.edu', officer: true })
  people.officer = officer
  const home = (await officer.call('home.get')) as { next: { id: string }[] }
  const practiceId = home.next[0]?.id ?? ''
  if (stage === 'many') {
    addManyMembers(server, 500)
    await officer.call('members.remove', { memberId: 'many-7' })
    for (const made of bulkEdits) await officer.call('bulkEdit.apply', made)
    await officer.call('members.setDayPasses', spentSince)
    await fillStore(officer.call, true)
  }
  if (!isPast('live')) return opened

  await officer.call('practices.start', { practiceId })
  for (const [i, name] of guests.entries()) {
    const [first = '', last = ''] = name.split(' ')
    const facts = { email: `guest${i}@purdue.edu`, first, last, pronouns: [pronouns[i % 3] ?? ''], car: 4 }
    const guest = await quickMember(server, facts)
    await guest.call('profile.setShowGoing', { show: true })
    await guest.call('practices.answer', { practiceId, answer: i % 4 === 0 ? 'driver' : 'archer' })
    await guest.call('passes.use')
    await guest.call('practices.checkIn', { practiceId })
    people.guest ??= guest
  }
  const { members } = (await officer.call('members.get')) as { members: { id: string; email: string }[] }
  const memberId = members.find(({ email }) => email === people.guest?.email)?.id
  await officer.call('sales.add', { practiceId, memberId, ...oneDayPass })
  if (isPast('ended-early')) await officer.call('practices.endEarly', { practiceId })
  if (stage === 'ended-early' && people.guest && people.member) {
    await givePractices(server, people.guest)
    await fillOne(server, officer, people.guest)
    await fillLists(officer, people.guest)
    manyPractices(server, 500)
  }
  if (isPast('nothing')) await officer.call('practices.removeSamples')
  if (isPast('records')) {
    fillRecords(server)
    await fillStore(officer.call, false)
  }
  return opened
}

/** A practice whose only spot is taken, so that the guest and two others are on the waitlist. */
async function fillOne(server: RunningServer, officer: QuickMember, guest: QuickMember) {
  const { upcoming } = (await officer.call('home.get')) as { upcoming: { id: string }[] }
  const practiceId = upcoming.at(-1)?.id
  await officer.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const others = [
    await quickMember(server, { email: 'waits1@purdue.edu', first: 'Priya', last: 'Nair' }),
    await quickMember(server, { email: 'waits2@purdue.edu', first: 'Tom', last: 'Okonkwo-Featherstonehaugh' }),
  ]
  for (const one of [officer, guest, ...others]) await one.call('practices.answer', { practiceId, answer: 'archer' })
}

/** What officers did at the latest past practice: an attendance, a credit, a pre-registration; and a practice they deleted. */
async function fillLists(officer: QuickMember, guest: QuickMember) {
  const { practices } = (await officer.call('managePractices.get')) as { practices: { id: string; attended: number }[] }
  const [latest, older] = practices.filter(({ id }) => id.startsWith('past ')).map(({ id }) => id)
  const { members } = (await officer.call('members.get')) as { members: { id: string; email: string }[] }
  for (const n of [1, 2, 3, 6])
    await officer.call('managePractices.setAttendance', {
      practiceId: latest,
      memberId: members.find(({ email }) => email === `guest${n}@purdue.edu`)?.id,
      attended: true,
      reason: n === 2 ? 'Signed the paper list, phone was empty' : 'Was there',
    })
  const guestId = members.find(({ email }) => email === guest.email)?.id
  await officer.call('managePractices.setLimit', { practiceId: latest, expected: null, limit: 24 })
  await officer.call('managePractices.setCredit', { practiceId: latest, memberId: guestId, credited: true })
  for (const kind of ['attendance', 'carpool'])
    await officer.call('managePractices.addEmail', { practiceId: latest, email: 'not.yet.a.member@purdue.edu', kind })
  if (older) await officer.call('managePractices.delete', { practiceId: older })
}

/** Three semesters of practices, RSVPs for coming ones, one of them canceled. */
async function givePractices(server: RunningServer, guest: QuickMember) {
  const titles = [
    'Tuesday practice',
    'Thursday practice',
    'Open range with a rather long name, for everybody and their friends',
  ]
  for (let n = 0; n < 14; n++)
    attendedBefore(server, guest, {
      on: Temporal.Now.plainDateISO()
        .subtract({ days: 9 + n * 29 })
        .toString(),
      title: titles[n % titles.length] ?? '',
      ...(n === 2 ? { by: 'officer@purdue.edu', reason: 'Forgot the pass, paid in cash' } : {}),
      ...(n === 13 ? { by: null } : {}),
    })
  const { upcoming } = (await guest.call('home.get')) as { upcoming: { id: string }[] }
  for (const [i, { id }] of upcoming.slice(0, 3).entries())
    await guest.call('practices.answer', { practiceId: id, answer: i === 1 ? 'driver' : 'archer' })
  alterData(server, 'update calendar_event set cancelled_at = starts_at where id = ?', upcoming[1]?.id ?? '')
  alterData(server, 'update practice set cancelled_at = starts_at where event_id = ?', upcoming[1]?.id ?? '')
}
