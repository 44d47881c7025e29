import { gainOfRow } from '#server/features/store-orders/order-lines.ts'
import { count } from '#server/ops/cli/terminal.ts'
import type { Check } from './check.ts'

/** Whether what came in from the store is in the books, once (D37). */
export const storeChecks: Check[] = [
  {
    title: 'Each store order line counts exactly once in the ledger',
    async look({ db }) {
      const lines = await db.selectFrom('storeLine').selectAll().orderBy('id').execute()
      const rows = await db
        .selectFrom('ledger')
        .select(['id', 'memberId', 'currency', 'amount', 'cause'])
        .where((eb) => eb.or([eb('cause', 'like', 'import:%'), eb('cause', 'like', 'unimport:%')]))
        .orderBy('id')
        .execute()
      const bySubject = Map.groupBy(rows, ({ cause }) => subjectOf(cause))
      const wrong: string[] = []
      for (const line of lines) {
        const subject = `${encodeURIComponent(line.orderId)}:${encodeURIComponent(line.lineId)}`
        const own = bySubject.get(subject) ?? []
        bySubject.delete(subject)
        const owed = line.state === 'booked' ? gainOfRow(line) : { paidPractices: 0, dayPasses: 0 }
        for (const [currency, amount] of [
          ['paid-practices', owed.paidPractices],
          ['day-passes', owed.dayPasses],
        ] as const) {
          const of = own.filter((row) => row.currency === currency)
          const theirs = sum(of.filter(({ memberId }) => memberId === line.memberId))
          if (theirs !== amount)
            wrong.push(`store line ${line.id} gives ${amount} ${currency} but the ledger says ${theirs}`)
          const others = sum(of.filter(({ memberId }) => memberId !== line.memberId))
          if (others !== 0) wrong.push(`store line ${line.id} counts ${others} ${currency} for someone else`)
        }
        if (line.state === 'booked' && line.memberId === null)
          wrong.push(`store line ${line.id} isn’t assigned to any member`)
      }
      for (const [, left] of bySubject)
        wrong.push(...left.map(({ id }) => `ledger ${id} refers to a store order line that doesn’t exist`))
      return { looked: count(lines.length, 'line'), wrong }
    },
  },
  {
    title: 'Payments before sign-up are saved once per email address',
    async look({ db }) {
      const rows = await db
        .selectFrom('preRegistration')
        .select(['id', 'email', 'paid', 'dayPasses'])
        .where('kind', '=', 'paid')
        .where('consumedAt', 'is', null)
        .orderBy('id')
        .execute()
      const seen = new Set<string>()
      const wrong = rows.flatMap(({ id, email, paid, dayPasses }) => {
        const again = seen.has(email)
        seen.add(email)
        return [
          ...(again ? [`paid count ${id} is a duplicate for its address`] : []),
          ...((paid ?? 0) < 0 || dayPasses < 0 ? [`paid count ${id} is below zero`] : []),
        ]
      })
      return { looked: count(rows.length, 'address', 'addresses'), wrong }
    },
  },
]

/** `order:line` of `import:order:line:generation`. */
function subjectOf(cause: string) {
  return cause.split(':').slice(1, 3).join(':')
}

function sum(rows: { amount: number }[]) {
  return rows.reduce((total, { amount }) => total + amount, 0)
}
