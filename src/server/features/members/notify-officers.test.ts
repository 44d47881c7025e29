import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { listStoredEmails } from '#server/email/transport.ts'
import { describe, goodPassword, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { findInTables } from '#test/support/full-member.ts'
import { changeRole, setRole } from './roles.ts'

/** Kai Tanaka makes the changes; Lee and Uma are officers too, Ana is a member. */
async function createOfficers(club: TestClub) {
  const kai = await club.officer({ nameLast: 'Tanaka' })
  const lee = await club.officer({ nameFirst: 'Lee', nameLast: 'Park' })
  const uma = await club.officer({ nameFirst: 'Uma', nameLast: 'Rao' })
  const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Lopez' })
  return { kai, lee, uma, ana }
}

/** Emails sent to each person since the last call; waits until the outbox is empty. */
async function mailsOf(club: TestClub) {
  const waiting = club.db.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null)
  await vi.waitFor(async () => expect(await waiting.execute()).toEqual([]), 5000)
  const rows = await club.db.selectFrom('mailOutbox').select(['kind', 'userId', 'sealed']).execute()
  expect(rows.filter(({ sealed }) => sealed !== null)).toEqual([])
  await club.db.deleteFrom('mailOutbox').execute()
  return rows.map(({ kind, userId }) => `${kind} ${userId}`).toSorted()
}

const textsOf = async (club: TestClub) => (await listStoredEmails(join(club.dataDir, 'mail'))).map(({ text }) => text)

describe.each(usualEngines)('the other officers (%s)', () => {
  // Shows: T95
  test('get an email when someone becomes an officer or stops being one', async ({ club }) => {
    const { kai, lee, uma, ana } = await createOfficers(club)
    await kai.api.members.setRole({ memberId: ana.id, expected: 'Member', role: 'Officer' })
    expect(await mailsOf(club)).toEqual([`officer-made ${lee.id}`, `officer-made ${uma.id}`].toSorted())
    expect((await textsOf(club)).join()).toContain(
      'Kai Tanaka made Ana Lopez an officer on Tuesday, November 24 at 5:50 PM EST.',
    )
    await kai.api.members.setRole({ memberId: ana.id, expected: 'Officer', role: 'Member' })
    expect(await mailsOf(club)).toEqual([`officer-unmade ${lee.id}`, `officer-unmade ${uma.id}`].toSorted())
    expect((await textsOf(club)).join()).toContain('Kai Tanaka removed Ana Lopez as an officer on')
    // No change, no email.
    await kai.api.members.setRole({ memberId: ana.id, expected: 'Officer', role: 'Member' })
    expect(await mailsOf(club)).toEqual([])
    await kai.api.members.setRole({ memberId: kai.id, expected: 'Officer', role: 'Member' })
    expect(await mailsOf(club)).toEqual([`officer-unmade ${lee.id}`, `officer-unmade ${uma.id}`].toSorted())
    expect((await textsOf(club)).join()).toContain('Kai Tanaka stopped being an officer on')
    // A command is told to all of them.
    await setRole(club.ctx, { email: ana.email, role: 'Officer' })
    club.ctx.outbox.wake()
    expect(await mailsOf(club)).toEqual([lee, uma].map(({ id }) => `officer-made ${id}`).toSorted())
    expect((await textsOf(club)).join()).toContain('A command on the server made Ana Lopez an officer on')
  })

  test('get one when an officer is removed or restored, but not for members or refused changes', async ({ club }) => {
    const { kai, lee, uma, ana } = await createOfficers(club)
    for (const { id } of [ana, lee]) await kai.api.members.remove({ memberId: id })
    // Nothing about changes that were refused.
    const refused = [
      kai.api.members.setRole({ memberId: ana.id, expected: 'Member', role: 'Officer' }),
      kai.api.members.erase({ memberId: ana.id }),
    ]
    for (const each of await Promise.allSettled(refused)) expect(each.status).toBe('rejected')
    expect(await mailsOf(club)).toEqual([`officer-removed ${uma.id}`])
    for (const { id } of [ana, lee]) await kai.api.members.restore({ memberId: id })
    expect(await mailsOf(club)).toEqual([`officer-restored ${uma.id}`])
    expect((await textsOf(club)).join()).toContain('Kai Tanaka restored Lee Park')
  })

  // Shows: T95
  test('are told that a member was erased, and by whom, but not who it was', async ({ club }) => {
    const { kai, lee, uma, ana } = await createOfficers(club)
    await kai.api.members.remove({ memberId: ana.id })
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ana.id })
    const rows = await club.db.selectFrom('mailOutbox').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(ana.id)
    expect(await findInTables(club, ['Lopez', ana.email])).toEqual([])
    expect(await mailsOf(club)).toEqual([`member-erased ${lee.id}`, `member-erased ${uma.id}`].toSorted())
    const texts = (await textsOf(club)).join()
    expect(texts).toContain('Kai Tanaka permanently erased a member')
    for (const word of ['Lopez', ana.email, ana.id]) expect(texts).not.toContain(word)
  })

  test('aren’t told the name of someone who was erased before the email left', async ({ club }) => {
    const { kai, lee, ana } = await createOfficers(club)
    const by = { actor: kai.id, requestId: 'request' }
    // Written without waking the outbox, so it stays queued.
    await club.ctx.write((tx, announce) =>
      changeRole(tx, announce, club.ctx, { id: ana.id, role: 'Officer', officers: [kai, lee], by }),
    )
    await ana.api.account.delete({ password: goodPassword })
    await mailsOf(club)
    const texts = (await textsOf(club)).join()
    expect(texts).toContain('Kai Tanaka made Former member an officer on')
    expect(texts).not.toContain('Lopez')
  })
})

describe.each(usualEngines)('erasing someone else (%s)', () => {
  test('is possible a day after they were removed, and a refusal says from when', async ({ club, ana }) => {
    const kai = await club.member({ role: 'Officer', keep: true })
    await kai.api.members.remove({ memberId: ana.id })
    const [removed] = (await kai.api.members.get()).removed
    expect(removed).toMatchObject({ erasableFrom: '2026-11-25T22:50:00.000Z' })
    const tooSoon = {
      status: 409,
      data: { reason: 'too-soon' },
      message:
        'Members can be erased a day after they were removed, this one from Wednesday, November 25 at 5:50 PM EST.',
    }
    await expect(kai.api.members.erase({ memberId: ana.id })).rejects.toMatchObject(tooSoon)
    club.clock.set('2026-11-25T22:49:59.999Z')
    await club.enterPasswords()
    await expect(kai.api.members.erase({ memberId: ana.id })).rejects.toMatchObject(tooSoon)
    expect(await ana.row()).toMatchObject({ erasedAt: null })
    club.clock.set('2026-11-25T22:50:00.000Z')
    // A second erasure changes nothing.
    for (const _ of [1, 2]) await kai.api.members.erase({ memberId: ana.id })
    expect(await ana.row()).toMatchObject({ erasedAt: '2026-11-25T22:50:00.000Z' })
  })
})
