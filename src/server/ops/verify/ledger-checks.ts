import { causes, foldLedger, type Totals, totalOf } from '#domain/ledger.ts'
import { gainOfRow } from '#server/features/store-orders/order-lines.ts'
import { count } from '#server/ops/terminal.ts'
import type { Check } from './check.ts'

/** Checks that members' counts are the sums of their ledger entries. */
export const ledgerChecks: Check[] = [
  {
    title: 'Totals match the ledger, and no one has negative day passes',
    async look({ db }) {
      const members = await db.selectFrom('member').select(['id', 'dayPasses', 'paidPractices']).orderBy('id').execute()
      const rows = await db
        .selectFrom('ledger')
        .select(['memberId', 'currency'])
        .select((eb) => [eb.fn.sum<number>('amount').as('amount'), eb.fn.countAll<number>().as('rows')])
        .groupBy(['memberId', 'currency'])
        .execute()
      const byMember = Map.groupBy(rows, (row) => row.memberId)
      const wrong = members.flatMap((member) => {
        const fold = foldLedger(byMember.get(member.id) ?? [])
        const says = (what: string, stored: number, folded: number) =>
          stored === folded ? [] : [`member ${member.id} has ${stored} ${what} but the ledger says ${folded}`]
        return [
          ...says('day passes', member.dayPasses, fold.dayPasses),
          ...says('paid practices', member.paidPractices, fold.paidPractices),
          ...(fold.dayPasses < 0 ? [`member ${member.id} used more day passes than they had`] : []),
        ]
      })
      const known = new Set(members.map((member) => member.id))
      for (const id of byMember.keys())
        if (!known.has(id)) wrong.push(`the ledger has rows for ${id}, who isn’t a member`)
      const total = rows.reduce((sum, row) => sum + row.rows, 0)
      return { looked: `${count(members.length, 'member')}, ${count(total, 'ledger row')}`, wrong }
    },
  },
  {
    title: 'Nothing is counted twice for a member',
    async look({ db }) {
      const rows = await db
        .selectFrom('ledger')
        .select(['memberId', 'currency', 'cause'])
        .select((eb) => eb.fn.countAll<number>().as('times'))
        .groupBy(['memberId', 'currency', 'cause'])
        .execute()
      const wrong = rows
        .filter((row) => row.times > 1)
        .map((row) => `member ${row.memberId}: ${row.cause} (${row.currency}) counts ${row.times} times`)
      return { looked: count(rows.length, 'cause'), wrong }
    },
  },
  {
    title: 'Carpool credits match the ledger, one per member and practice',
    async look({ db }) {
      const credits = await db
        .selectFrom('carpoolCredit')
        .select(['practiceId', 'memberId'])
        .select((eb) => eb.fn.countAll<number>().as('times'))
        .groupBy(['practiceId', 'memberId'])
        .execute()
      const rows = await db
        .selectFrom('ledger')
        .select(['id', 'memberId', 'cause', 'amount'])
        .where('currency', '=', 'paid-practices')
        .where((eb) => eb.or([eb('cause', 'like', 'credit:%'), eb('cause', 'like', 'uncredit:%')]))
        .orderBy('id')
        .execute()
      const entries = Map.groupBy(rows, (row) => row.memberId)
      const given = (practiceId: string, memberId: string) =>
        (entries.get(memberId) ?? []).filter((row) => creditedPractice(row.cause) === practiceId && row.amount > 0)
      const taken = (practiceId: string, memberId: string) =>
        (entries.get(memberId) ?? []).filter((row) => row.amount < 0 && takenPractice(row.cause) === practiceId)
      const existing = new Set(credits.map((credit) => `${credit.practiceId} ${credit.memberId}`))
      const wrong = credits.flatMap(({ practiceId, memberId, times }) => {
        const net = given(practiceId, memberId).length - taken(practiceId, memberId).length
        const credit = `carpool credit (practice ${practiceId}, member ${memberId})`
        return [
          ...(times > 1 ? [`${credit} exists ${times} times`] : []),
          ...(net === 1 ? [] : [`${credit} counts ${net} times in the ledger`]),
        ]
      })
      for (const { id, memberId, cause, amount } of rows) {
        const practiceId = creditedPractice(cause)
        if (practiceId === null || amount < 0 || existing.has(`${practiceId} ${memberId}`)) continue
        if (given(practiceId, memberId).length > taken(practiceId, memberId).length)
          wrong.push(
            `ledger ${id} counts a carpool credit (practice ${practiceId}, member ${memberId}) that doesn’t exist`,
          )
      }
      return { looked: count(credits.length, 'credit'), wrong }
    },
  },
]

/** The practice in `credit:<practice>:<generation>`; its ID may contain colons. */
function creditedPractice(cause: string) {
  return /^credit:(.+):\d+$/.exec(cause)?.[1] ?? null
}

/** The practice in `uncredit:<practice>:<generation>`; other causes, such as of an undone rain-out, contain a practice as well. */
function takenPractice(cause: string) {
  return /^uncredit:(.+):\d+$/.exec(cause)?.[1] ?? null
}

/** Checks that each booked store order line is in the ledger exactly once, for its owner. */
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
    title: 'Each sale at the door, and its undo, counts exactly once in the ledger',
    async look({ db }) {
      const sales = await db.selectFrom('sale').selectAll().orderBy('id').execute()
      const rows = await db
        .selectFrom('ledger')
        .select(['id', 'memberId', 'currency', 'amount', 'cause'])
        .where((eb) => eb.or([eb('cause', 'like', 'sale:%'), eb('cause', 'like', 'unsale:%')]))
        .orderBy('id')
        .execute()
      const byCause = Map.groupBy(rows, ({ cause }) => cause)
      const wrong: string[] = []
      const expect = (cause: string, memberId: string, says: string, owed: Totals) => {
        const own = byCause.get(cause) ?? []
        byCause.delete(cause)
        const theirs = foldLedger(own.filter((row) => row.memberId === memberId))
        for (const [currency, total] of Object.entries(totalOf))
          if (theirs[total] !== owed[total])
            wrong.push(`${says} ${owed[total]} ${currency} but the ledger says ${theirs[total]}`)
        if (own.some((row) => row.memberId !== memberId)) wrong.push(`${cause} counts for someone else`)
      }
      for (const sale of sales) {
        const { id, memberId, undoneAt, practicesTaken, passesTaken } = sale
        expect(causes.sale(id), memberId, `sale ${id} gives`, sale)
        const taken = { paidPractices: 0 - practicesTaken, dayPasses: 0 - passesTaken }
        expect(causes.saleUndone(id), memberId, `the undo of sale ${id} takes`, taken)
        const isTooMuch = practicesTaken > sale.paidPractices || passesTaken > sale.dayPasses
        if (isTooMuch || (undoneAt === null && practicesTaken + passesTaken > 0))
          wrong.push(`sale ${id} was undone by more than there was to undo`)
      }
      for (const [, left] of byCause)
        wrong.push(...left.map(({ id }) => `ledger ${id} refers to a sale that doesn’t exist`))
      return { looked: count(sales.length, 'sale'), wrong }
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

/** The `order:line` in `import:order:line:generation`. */
function subjectOf(cause: string) {
  return cause.split(':').slice(1, 3).join(':')
}

function sum(rows: { amount: number }[]) {
  return rows.reduce((total, { amount }) => total + amount, 0)
}
