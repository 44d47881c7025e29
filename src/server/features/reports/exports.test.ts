import { expect } from 'vitest'
import { pseudonymOf } from '#domain/names.ts'
import { createTestClub, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { exportRequest } from '#test/support/export-request.ts'
import { exportKinds } from './export-tables.ts'

const pathOf = (kind: string) => `/exports/${kind}.csv`

async function linesOf(who: Pick<TestMember, 'send'>, path: string) {
  const reply = await who.send(exportRequest(path))
  expect([path, reply.statusCode]).toEqual([path, 200])
  expect([...reply.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = reply.payload.replace(/^\uFEFF/, '').split('\r\n')
  expect(lines.at(-1)).toBe('')
  return lines.slice(0, -1)
}

/** Has this member attend a practice tonight. */
async function attend(club: TestClub, kai: TestMember, ana: TestMember) {
  const practiceId = await club.practice({ title: 'Tuesday, indoor' })
  await kai.api.practices.start({ practiceId })
  await ana.api.practices.checkIn({ practiceId })
  return practiceId
}

describe.each(usualEngines)('an export (%s)', (engine) => {
  // Shows: B16
  test('is sent to each person one at a time: a new one ends the last', async ({ club }) => {
    const [kai, lee] = [await club.officer(), await club.officer()]
    const twenty = Promise.allSettled(Array.from({ length: 20 }, () => kai.send(exportRequest('members'))))
    const ofLee = await lee.send(exportRequest('members'))
    expect(ofLee.statusCode).toBe(200)
    // On a fast database, some may finish before the next one starts.
    expect((await twenty).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    expect((await kai.send(exportRequest('members'))).statusCode).toBe(200)
  })

  // Shows: T24
  test('of the members has what officers see of them, but no birthday', async ({ club }) => {
    const kai = await club.officer({ nameLast: 'Tanaka' })
    const ana = await club.member({
      ...{ nameFirst: 'Ana', nameLast: 'Lopez', dayPasses: 2, paidPractices: 1, pass: 'Carpool Range Pass' },
      ...{ hasCar: 1, carCapacity: 4, rm01Completed: 1, birthday: '2004-05-06' },
      ...{ bowType: 'Barebow', personalEquipment: 'No' },
    })
    const gone = await club.member({ nameLast: 'Gone' })
    await kai.api.members.remove({ memberId: gone.id })
    const practiceId = await attend(club, kai, ana)
    await kai.api.managePractices.setCredit({ practiceId, memberId: ana.id, credited: true })
    await kai.api.members.setPaidPractices({ memberId: ana.id, expected: 2, value: 0, reason: '' })
    const joined = '2026-11-24T17:50:00-05:00'
    const lines = await linesOf(kai, pathOf('members'))
    expect(lines).toEqual([
      'Name,Email,Role,Current Pass,Remaining Day Passes,Total Paid Practices,Attended Practices,Balance,Bow,Equipment,Has car,Car capacity,RM01 declared,Adult,Pronouns,Joined,Member ID',
      // A negative balance is still a number.
      `Ana Lopez,${ana.email},Member,Carpool Range Pass,2,0,1,-1,Barebow,Needs a club bow,yes,4,yes,yes,They/Them,${joined},${ana.id}`,
      `Kai Tanaka,${kai.email},Officer,none,0,0,0,0,,,no,0,no,,They/Them,${joined},${kai.id}`,
    ])
    expect(lines.join()).not.toContain('2004')
  })

  test('of the attendance counts members who were erased, and no deleted practice', async ({ club, ben }) => {
    const kai = await club.officer({ nameLast: 'Tanaka' })
    const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Lopez', pass: 'Carpool Range Pass' })
    const practiceId = await attend(club, kai, ana)
    const byHand = { practiceId, memberId: ben.id, attended: true, reason: 'Forgot, twice' }
    await kai.api.managePractices.setAttendance(byHand)
    await kai.api.members.remove({ memberId: ben.id })
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ben.id })
    const [head, ...rows] = await linesOf(kai, pathOf('attendance'))
    expect(head).toBe(
      'Semester,Date,Practice,Name,Email,Checked in,Checked in by,Reason,Practice ID,Member ID,Guest,Host,Waiver signed',
    )
    const evening = 'Fall 2026,2026-11-24,"Tuesday, indoor"'
    const at = '2026-11-24T17:50:00-05:00'
    expect(rows.toSorted()).toEqual([
      `${evening},Ana Lopez,${ana.email},${at},self,,${practiceId},${ana.id},no,,`,
      `${evening},${pseudonymOf(ben.id)},,${at},Kai Tanaka,,${practiceId},${ben.id},no,,`,
    ])
    await kai.api.practices.endEarly({ practiceId })
    await kai.api.managePractices.delete({ practiceId })
    expect(await linesOf(kai, pathOf('attendance'))).toHaveLength(1)
  })

  // Shows: ASVS 5.4.1, ASVS 14.2.2
  test.each(exportKinds)('%s is a dated file that isn’t cached, and leaves one audit row', async (kind) => {
    await using club = await createTestClub(engine, { club: { name: 'Käse & Pfeile' } })
    const kai = await club.officer()
    const reply = await kai.send(exportRequest(kind))
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="kase-pfeile-${kind}-2026-11-24.csv"`,
      'cache-control': 'no-store',
    })
    const rows = await club.db.selectFrom('audit').select(['actor', 'action', 'target', 'requestId']).execute()
    expect(rows).toEqual([{ actor: kai.id, action: 'export', target: kind, requestId: reply.headers['x-request-id'] }])
    for (const method of ['HEAD', 'GET']) expect((await kai.send({ method, path: pathOf(kind) })).statusCode).toBe(404)
    expect(await club.db.selectFrom('audit').selectAll().execute()).toHaveLength(1)
  })
})
