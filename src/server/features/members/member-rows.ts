import type { LedgerLine, MemberRow, RemovedMember } from '#contract/members.ts'
import { rm01Of } from '#domain/drivers.ts'
import { totalOf } from '#domain/ledger.ts'
import { erasableFrom, erasedFrom } from '#domain/members.ts'
import { displayName } from '#domain/names.ts'
import { effectivePass } from '#domain/passes.ts'
import { isAdult } from '#domain/profile.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { listLedger, listMembers, listRemoved } from './queries.ts'

type Listed = Awaited<ReturnType<typeof listMembers>>[number]

/** What officers see of a member (D38, D40): not the birthday, but whether they are of age. */
export function createRowMaker({ days, clock }: Pick<AppContext, 'days' | 'clock'>) {
  const startOfToday = days.startOfToday(clock.now())
  const today = days.today(clock.now())
  const pronounsIn = new Map<string, string[]>()
  function pronounsOf({ pronouns }: Listed) {
    const known = pronounsIn.get(pronouns) ?? JSON.parse(pronouns)
    pronounsIn.set(pronouns, known)
    return known
  }
  return (row: Listed): MemberRow => ({
    id: row.id,
    name: displayName(row),
    email: row.email,
    pictureUrl: row.pictureUrl,
    pronouns: pronounsOf(row),
    role: row.role,
    pass: effectivePass(row, startOfToday),
    dayPasses: row.dayPasses,
    paidPractices: row.paidPractices,
    attended: row.attended ?? 0,
    bowType: row.bowType,
    personalEquipment: row.personalEquipment,
    hasCar: row.hasCar === 1,
    carCapacity: row.carCapacity,
    rm01Declared: row.rm01Completed === 1,
    rm01Until: row.rm01Until,
    rm01: rm01Of({ hasCar: row.hasCar === 1, rm01Declared: row.rm01Completed === 1, rm01Until: row.rm01Until }, today),
    adult: isAdult(row.birthday, today),
    joinedAt: row.createdAt,
  })
}

export function toRemoved(row: Awaited<ReturnType<typeof listRemoved>>[number]): RemovedMember {
  const removedAt = row.removedAt ?? ''
  return {
    id: row.id,
    name: displayName(row),
    email: row.removedEmail ?? '',
    removedAt,
    erasableFrom: erasableFrom(removedAt),
    erasedFrom: erasedFrom(removedAt),
  }
}

/** A bank statement: each line with the balance after it, newest first. */
export function toStatement(rows: Awaited<ReturnType<typeof listLedger>>): LedgerLine[] {
  const totals = { dayPasses: 0, paidPractices: 0 }
  return rows
    .map(({ nameFirst, nameLast, actor, ...line }) => {
      totals[totalOf[line.currency]] += line.amount
      const name = displayName({ nameFirst: nameFirst ?? '', nameLast: nameLast ?? '' })
      const by =
        actor === 'system' || actor === 'command' ? officerMessages.byTheClub : name || officerMessages.bySomebodyGone
      return { ...line, balance: totals[totalOf[line.currency]], by }
    })
    .reverse()
}
