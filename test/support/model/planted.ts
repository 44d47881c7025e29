import type { KyselyPlugin } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import type { TestClub } from '../club.ts'
import { removeGuard } from '../without-transactions.ts'

/** Negative controls: faults that break a promise now and then. The tests of histories have to notice each of them. */
export const plantedFaults: Record<string, (club: TestClub) => void> = {
  'a commit that is lost though it was acknowledged': (club) => {
    const { write } = club.ctx
    let count = 0
    club.ctx.write = (act) => {
      count += 1
      if (count % 5 !== 0) return write(act)
      let answer: unknown
      return write(async (tx, announce) => {
        answer = await act(tx, announce)
        throw new Lost()
      }).catch((error: unknown) => {
        if (error instanceof Lost) return answer as never
        throw error
      })
    }
  },
  'a total that changes without its row in the ledger': (club) => {
    const { write } = club.ctx
    let count = 0
    club.ctx.write = (act) =>
      write(async (tx, announce) => {
        const answer = await act(tx, announce)
        count += 1
        if (count % 5 === 0)
          await tx
            .updateTable('member')
            .set((eb) => ({ dayPasses: eb('dayPasses', '+', 1) }))
            .execute()
        return answer
      })
  },
  'writes that see one another half done': removeGuard,
  'a sale that counts twice': ({ ctx }) => {
    const { write } = ctx
    ctx.write = (act) =>
      write(async (tx, announce) => {
        const answer = await act(tx, announce)
        const { saleId = '' } = Object(answer) as { saleId?: string }
        const sale = await tx.selectFrom('sale').selectAll().where('id', '=', saleId).executeTakeFirst()
        const [currency, amount] = sale?.dayPasses ? (['day-passes', 1] as const) : (['paid-practices', 10] as const)
        const facts = { currency, amount, cause: `sale:${saleId}:2`, why: '' }
        if (sale) await appendLedger(tx, ctx, { ...facts, memberId: sale.memberId, actor: sale.soldBy })
        return answer
      })
  },
  'an undo of a sale that takes more than was sold, below zero': (club) =>
    misread(club, (row) => {
      if ('soldAt' in row) return { dayPasses: 2 * Number(row.dayPasses), paidPractices: 2 * Number(row.paidPractices) }
      return 'pass' in row ? { dayPasses: 99, paidPractices: 99 } : {}
    }),
  'a check-in without a pass': (club) =>
    misread(club, ({ pass }) => (pass === 'none' ? { pass: 'Day Pass', passUsedAt: '9' } : {})),
  'a guest over the limit': ({ ctx }) => void Object.assign(ctx.club.guests, { mostPerTerm: 99 }),
}

/** Writes read rows with other facts than are stored. */
function misread({ ctx }: TestClub, factsOf: (row: object & Record<string, unknown>) => object) {
  const { write } = ctx
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => ({ ...row, ...factsOf(row) })),
    }),
  }
  ctx.write = (act) => write((tx, announce) => act(tx.withPlugin(plugin) as Tx, announce))
}

class Lost extends Error {}
