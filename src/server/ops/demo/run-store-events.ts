import type { Act, OrderLine } from './events.ts'
import type { Stage } from './simulator.ts'

export type StoreAct = Extract<Act, { kind: 'import-store' | 'assign-lines' | 'dismiss-line' }>

/** What the treasurer does on the page of the store. */
export async function playStore(stage: Stage, act: StoreAct): Promise<unknown> {
  const { storeImport } = stage.as(act.by, act.at)
  if (act.kind === 'import-store') {
    const file = Buffer.from(storeCsv(stage, act.lines)).toString('base64')
    const { seen } = await storeImport.preview({ file })
    return storeImport.apply({ file, seen })
  }
  const { lines } = await storeImport.get()
  const waiting = lines.filter(({ state }) => state === 'waiting')
  if (act.kind === 'assign-lines') {
    const line = waiting.find(({ email }) => email === act.email)
    return line && storeImport.assign({ lineId: line.id, to: { memberId: stage.person(act.to).id } })
  }
  const line = waiting.find(({ product }) => product === act.product)
  return line && storeImport.dismiss({ lineId: line.id, reason: act.reason })
}

/** As Shopify exports orders. */
function storeCsv(stage: Stage, lines: OrderLine[]) {
  const rows = lines.map(({ order, buyer, product, quantity, boughtAt }) => {
    const { email, name } = typeof buyer === 'string' ? memberAsBuyer(stage, buyer) : buyer
    return [order, email, 'paid', boughtAt.slice(0, 10), quantity, product, name]
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join()
  })
  const head = 'Name,Email,Financial Status,Paid at,Lineitem quantity,Lineitem name,Billing Name'
  return [head, ...rows, ''].join('\r\n')
}

function memberAsBuyer(stage: Stage, key: string) {
  const { email, nameFirst, nameLast } = stage.person(key)
  return { email, name: `${nameFirst} ${nameLast}` }
}
