import type { Sale } from '#contract/sales.ts'
import { displayName, nameOrNull } from '#domain/names.ts'
import { totalSales } from '#domain/sales.ts'
import type { Db, Tx } from '#server/db/database.ts'

function all(db: Db | Tx) {
  return db
    .selectFrom('sale')
    .innerJoin('member', 'member.id', 'sale.memberId')
    .leftJoin('member as officer', (join) =>
      join.onRef('officer.id', '=', 'sale.soldBy').on('officer.removedAt', 'is', null),
    )
    .leftJoin('member as undoer', (join) =>
      join.onRef('undoer.id', '=', 'sale.undoneBy').on('undoer.removedAt', 'is', null),
    )
    .selectAll('sale')
    .select(['member.nameFirst', 'member.nameLast'])
    .select(['officer.nameFirst as officerFirst', 'officer.nameLast as officerLast'])
    .select(['undoer.nameFirst as undoerFirst', 'undoer.nameLast as undoerLast'])
    .orderBy('sale.soldAt')
    .orderBy('sale.id')
}

/** What was sold at these practices, in the order of time. */
export function listSalesAt(db: Db, practiceIds: string[]) {
  return all(db).where('sale.practiceId', 'in', practiceIds).execute()
}

export type SaleRow = Awaited<ReturnType<typeof listSalesAt>>[number]

export function toSale(row: SaleRow): Sale {
  const { id, memberId, product, paidPractices, dayPasses, cents, paidBy, soldAt, reason } = row
  return {
    ...{ id, memberId, name: displayName(row), product, paidPractices, dayPasses, cents, paidBy, soldAt },
    officer: nameOrNull({ nameFirst: row.officerFirst, nameLast: row.officerLast }),
    checkedIn: row.checkedInAt !== null,
    undone:
      row.undoneAt === null
        ? null
        : {
            at: row.undoneAt,
            officer: nameOrNull({ nameFirst: row.undoerFirst, nameLast: row.undoerLast }),
            reason,
            taken: { paidPractices: row.practicesTaken, dayPasses: row.passesTaken },
          },
  }
}

export function toTotals(rows: SaleRow[]) {
  return totalSales(rows.map((row) => ({ ...row, isUndone: row.undoneAt !== null })))
}
