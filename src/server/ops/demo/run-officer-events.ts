import { productsForSale } from '#domain/sales.ts'
import { type DemoEvent, type OrderLine, plus } from './events.ts'
import type { Simulator } from './simulator.ts'

type OfficerEvent = Extract<
  DemoEvent,
  {
    kind:
      | ('enter' | 'credit' | 'sell' | 'door-sale' | 'give-range-pass' | 'pre-register' | 'guest')
      | ('bulk-edit' | 'rain-out' | 'limit' | 'move-to-front' | 'move')
  }
>

/** Runs an officer's event. */
export async function playOfficer(simulator: Simulator, event: OfficerEvent): Promise<unknown> {
  const officer = simulator.as(event.by, event.at)
  const { managePractices, members, memberRecord, rainOut } = officer
  switch (event.kind) {
    case 'pre-register':
      return managePractices.addEmail({
        practiceId: simulator.practice(event.practice),
        email: simulator.emailOf(event.person),
        kind: 'attendance',
        reason: 'Came without an account',
      })
    case 'guest': {
      const { name, host } = event
      const email = typeof event.email === 'string' ? event.email : simulator.emailOf(event.email.of)
      const hostId = host === null ? null : simulator.person(host).id
      return officer.guests.add({ practiceId: simulator.practice(event.practice), name, email, hostId })
    }
    case 'enter': {
      const [practiceId, memberId] = [simulator.practice(event.practice), simulator.person(event.person).id]
      return managePractices.setAttendance({ practiceId, memberId, attended: true, reason: event.reason })
    }
    case 'credit': {
      const [practiceId, memberId] = [simulator.practice(event.practice), simulator.person(event.person).id]
      return managePractices.setCredit({ practiceId, memberId, credited: true })
    }
    case 'sell': {
      const memberId = simulator.person(event.person).id
      const { member } = await memberRecord.get({ memberId })
      const [set, expected] =
        event.currency === 'day-passes'
          ? [members.setDayPasses, member.dayPasses]
          : [members.setPaidPractices, member.paidPractices]
      return set({ memberId, expected, value: expected + event.amount, reason: event.reason ?? 'Bought at the desk' })
    }
    case 'door-sale':
      return sellAtTheDoor(simulator, event)
    case 'give-range-pass': {
      const memberId = simulator.person(event.person).id
      const { member } = await memberRecord.get({ memberId })
      return members.setPass({ memberId, expected: member.pass, pass: 'Carpool Range Pass' })
    }
    case 'bulk-edit':
      return editMany(simulator, event)
    case 'rain-out': {
      const practiceId = simulator.practice(event.practice)
      const { people } = await rainOut.get({ practiceId })
      const seen = people.map(({ memberId, dayPass }) => ({ memberId, dayPass }))
      return rainOut.give({ practiceId, seen, reason: event.reason })
    }
    case 'limit': {
      const practiceId = simulator.practice(event.practice)
      return managePractices.setLimit({ practiceId, expected: null, limit: event.limit })
    }
    case 'move-to-front':
      return moveToFront(simulator, event)
    case 'move':
      return move(simulator, event)
  }
}

async function sellAtTheDoor(simulator: Simulator, event: Extract<DemoEvent, { kind: 'door-sale' }>) {
  const { product, paidBy, undone } = event
  const practiceId = simulator.practice(event.practice)
  const priced = productsForSale(simulator.contextAt(event.at).club.storeImport.products)
  const price = priced.find((each) => each.product === product)
  if (!price) throw new Error(`the demo club doesn’t sell ${product}`)
  const { sales } = simulator.as(event.by, event.at)
  const sale = { practiceId, memberId: simulator.person(event.person).id, ...price, paidBy }
  const { saleId } = await sales.add(sale)
  if (undone !== undefined)
    await simulator.as(event.by, plus(event.at, 1)).sales.undo({ practiceId, saleId, reason: undone })
}

async function editMany(simulator: Simulator, event: Extract<DemoEvent, { kind: 'bulk-edit' }>) {
  const { bulkEdit, memberRecord } = simulator.as(event.by, event.at)
  const { edit, reason, undoneAfter } = event
  const seen = []
  for (const key of event.people) {
    const { member } = await memberRecord.get({ memberId: simulator.person(key).id })
    const { dayPasses, paidPractices, rm01Until, pass } = member
    const expected = { 'day-passes': dayPasses, 'paid-practices': paidPractices, rm01: rm01Until, pass }[edit.of]
    seen.push({ memberId: member.id, expected })
  }
  const { editId } = await bulkEdit.apply({ edit, seen, reason })
  if (editId !== null && undoneAfter !== undefined)
    await simulator.as(event.by, plus(event.at, undoneAfter)).bulkEdit.undo({ editId })
}

/** Moves a member to the front of the waitlist, if they are on it. */
async function moveToFront(simulator: Simulator, event: Extract<DemoEvent, { kind: 'move-to-front' }>) {
  const practiceId = simulator.practice(event.practice)
  const rows = await simulator.tx
    .selectFrom('rsvp')
    .select('memberId')
    .where('practiceId', '=', practiceId)
    .where('waiting', 'is not', null)
    .orderBy('waiting')
    .execute()
  const { id } = simulator.person(event.person)
  const waiting = rows.map(({ memberId }) => memberId)
  if (!waiting.includes(id)) return
  const memberIds = [id, ...waiting.filter((memberId) => memberId !== id)]
  await simulator.as(event.by, event.at).managePractices.orderWaiting({ practiceId, memberIds, reason: event.reason })
}

async function move(simulator: Simulator, event: Extract<DemoEvent, { kind: 'move' }>) {
  const practiceId = simulator.practice(event.practice)
  const { title, location, description, startsAt, endsAt } = await simulator.tx
    .selectFrom('practice')
    .selectAll()
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const { timeZone } = simulator.contextAt(event.at).club
  const local = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  const [start, end] = [local(startsAt), local(endsAt)]
  await simulator.as(event.by, event.at).schedule.change({
    practiceId,
    expected: { title, location, description, startsAt, endsAt, cancelled: false },
    title,
    description,
    location: event.location,
    startsOn: start.toPlainDate().toString(),
    startTime: start.toPlainTime().toString().slice(0, 5),
    endTime: end.toPlainTime().toString().slice(0, 5),
  })
}

type StoreEvent = Extract<DemoEvent, { kind: 'import-store' | 'assign-lines' | 'dismiss-line' }>

/** Runs a store event: an import, or an assigned or dismissed order line. */
export async function playStore(simulator: Simulator, event: StoreEvent): Promise<unknown> {
  const { storeImport } = simulator.as(event.by, event.at)
  if (event.kind === 'import-store') {
    const file = Buffer.from(storeCsv(simulator, event.lines)).toString('base64')
    const { seen } = await storeImport.preview({ file })
    return storeImport.apply({ file, seen })
  }
  const { lines } = await storeImport.get()
  const waiting = lines.filter(({ state }) => state === 'waiting')
  if (event.kind === 'assign-lines') {
    const line = waiting.find(({ email }) => email === event.email)
    return line && storeImport.assign({ lineId: line.id, to: { memberId: simulator.person(event.to).id } })
  }
  const line = waiting.find(({ product }) => product === event.product)
  return line && storeImport.dismiss({ lineId: line.id, reason: event.reason })
}

/** The orders in Shopify's export format. */
function storeCsv(simulator: Simulator, lines: OrderLine[]) {
  const rows = lines.map(({ order, buyer, product, quantity, boughtAt }) => {
    const { email, name } = typeof buyer === 'string' ? memberAsBuyer(simulator, buyer) : buyer
    return [order, email, 'paid', boughtAt.slice(0, 10), quantity, product, name]
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join()
  })
  const head = 'Name,Email,Financial Status,Paid at,Lineitem quantity,Lineitem name,Billing Name'
  return [head, ...rows, ''].join('\r\n')
}

function memberAsBuyer(simulator: Simulator, key: string) {
  const { email, nameFirst, nameLast } = simulator.person(key)
  return { email, name: `${nameFirst} ${nameLast}` }
}
