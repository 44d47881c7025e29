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
}

class Lost extends Error {}
