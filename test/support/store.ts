import type { TestClub, TestMember } from './club.ts'

/** The products of the store in these tests. */
export const storeImport = {
  products: {
    Practice: { paidPractices: 1 },
    'Ten practices': { paidPractices: 10 },
    'Day pass': { dayPasses: 1 },
    'Club T-shirt': null,
  },
}

export type Sold = [
  order: string,
  line: string,
  email: string,
  product: string,
  quantity: number | string,
  name?: string,
]

export const storeHead = 'Order ID,Line Item ID,Email,Billing Name,Item Name,Quantity,Paid at'

/** The store's export with these order lines. */
export function storeCsv(lines: Sold[]) {
  const rows = lines.map(([order, line, email, product, quantity, name = '']) =>
    [order, line, email, name, product, quantity, '2026-11-20']
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join(),
  )
  return `${[storeHead, ...rows].join('\r\n')}\r\n`
}

/** In the format that the operations take. */
export function inBase64(content: string | Uint8Array) {
  return Buffer.from(content as string).toString('base64')
}

export function storeFile(lines: Sold[]) {
  return inBase64(storeCsv(lines))
}

/** Previews the import first, as officers do, then applies it. */
export async function importLines({ api }: Pick<TestMember, 'api'>, lines: Sold[]) {
  const file = storeFile(lines)
  const { seen } = await api.storeImport.preview({ file })
  return api.storeImport.apply({ file, seen })
}

/** What is wrong after two officers imported the same file concurrently; twenty lines for five members. */
export async function raceImports(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officers = [await club.officer(), await club.officer()]
  const members = await Promise.all(Array.from({ length: 5 }, () => club.member()))
  const lines = members.flatMap(({ email }, i): Sold[] =>
    Array.from({ length: 4 }, (_, n): Sold => [`#${i}`, String(n), email, n % 2 ? 'Practice' : 'Day pass', 1]),
  )
  const file = storeFile([...lines, ['#9', '1', 'nobody@example.com', 'Practice', 1]])
  const previews = await Promise.all(officers.map(({ api }) => api.storeImport.preview({ file })))
  prepare(club)
  const answers = await Promise.allSettled(
    officers.map(({ api }, i) => api.storeImport.apply({ file, seen: previews[i]?.seen ?? '' })),
  )
  const wrong: string[] = []
  const booked = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.booked : 'failed'))
  if (booked.toSorted().join() !== '0,20') wrong.push(`they were told ${booked}`)
  for (const member of members) {
    const { dayPasses, paidPractices } = await member.row()
    if (dayPasses !== 2 || paidPractices !== 2) wrong.push(`${dayPasses} day passes and ${paidPractices} practices`)
  }
  const rows = await club.db.selectFrom('storeLine').select('id').execute()
  if (rows.length !== 21) wrong.push(`${rows.length} lines are there`)
  return wrong
}
