import type { TestClub } from './club.ts'

/** An officer and two members, with readers for what they have and what is waiting. */
export async function openShop(club: TestClub) {
  const kai = await club.officer()
  const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Lopez', email: 'ana@purdue.edu' })
  const ben = await club.member({ nameFirst: 'Ben', nameLast: 'Okafor', email: 'ben@purdue.edu', dayPasses: 1 })
  const has = async () => {
    const rows = [await ana.row(), await ben.row()]
    return rows.map(({ paidPractices, dayPasses }) => [paidPractices, dayPasses])
  }
  const waiting = async () => {
    const { lines } = await kai.api.storeImport.get()
    return lines.filter(({ state }) => state === 'waiting')
  }
  /** The id of an order's waiting line. */
  const idOf = async (order: string) => (await waiting()).find((line) => line.order === order)?.id ?? ''
  return { kai, ana, ben, has, waiting, idOf }
}
