import { type Act, type OrderLine, plus } from './events.ts'
import type { Stage } from './simulator.ts'

type OfficerAct = Extract<
  Act,
  {
    kind:
      | ('enter' | 'credit' | 'sell' | 'give-range-pass' | 'pre-register')
      | ('bulk-edit' | 'rain-out' | 'limit' | 'let-wait-first' | 'move')
  }
>

/** What officers do on their pages. */
export async function playOfficer(stage: Stage, act: OfficerAct): Promise<unknown> {
  const officer = stage.as(act.by, act.at)
  const { managePractices, members, memberRecord, rainOut } = officer
  switch (act.kind) {
    case 'pre-register':
      return managePractices.addEmail({
        practiceId: stage.practice(act.practice),
        email: stage.emailOf(act.person),
        kind: 'attendance',
        reason: 'Came without an account',
      })
    case 'enter': {
      const [practiceId, memberId] = [stage.practice(act.practice), stage.person(act.person).id]
      return managePractices.setAttendance({ practiceId, memberId, attended: true, reason: act.reason })
    }
    case 'credit': {
      const [practiceId, memberId] = [stage.practice(act.practice), stage.person(act.person).id]
      return managePractices.setCredit({ practiceId, memberId, credited: true })
    }
    case 'sell': {
      const memberId = stage.person(act.person).id
      const { member } = await memberRecord.get({ memberId })
      const [set, expected] =
        act.currency === 'day-passes'
          ? [members.setDayPasses, member.dayPasses]
          : [members.setPaidPractices, member.paidPractices]
      return set({ memberId, expected, value: expected + act.amount, reason: act.reason ?? 'Bought at the desk' })
    }
    case 'give-range-pass': {
      const memberId = stage.person(act.person).id
      const { member } = await memberRecord.get({ memberId })
      return members.setPass({ memberId, expected: member.pass, pass: 'Carpool Range Pass' })
    }
    case 'bulk-edit':
      return editMany(stage, act)
    case 'rain-out': {
      const practiceId = stage.practice(act.practice)
      const { people } = await rainOut.get({ practiceId })
      const seen = people.map(({ memberId, dayPass }) => ({ memberId, dayPass }))
      return rainOut.give({ practiceId, seen, reason: act.reason })
    }
    case 'limit': {
      const practiceId = stage.practice(act.practice)
      return managePractices.setLimit({ practiceId, expected: null, limit: act.limit })
    }
    case 'let-wait-first':
      return letWaitFirst(stage, act)
    case 'move':
      return move(stage, act)
  }
}

async function editMany(stage: Stage, act: Extract<Act, { kind: 'bulk-edit' }>) {
  const { bulkEdit, memberRecord } = stage.as(act.by, act.at)
  const { edit, reason, undoneAfter } = act
  const seen = []
  for (const key of act.people) {
    const { member } = await memberRecord.get({ memberId: stage.person(key).id })
    const { dayPasses, paidPractices, rm01Until, pass } = member
    const expected = { 'day-passes': dayPasses, 'paid-practices': paidPractices, rm01: rm01Until, pass }[edit.of]
    seen.push({ memberId: member.id, expected })
  }
  const { editId } = await bulkEdit.apply({ edit, seen, reason })
  if (editId !== null && undoneAfter !== undefined)
    await stage.as(act.by, plus(act.at, undoneAfter)).bulkEdit.undo({ editId })
}

/** Where somebody waits at all. */
async function letWaitFirst(stage: Stage, act: Extract<Act, { kind: 'let-wait-first' }>) {
  const practiceId = stage.practice(act.practice)
  const rows = await stage.tx
    .selectFrom('rsvp')
    .select('memberId')
    .where('practiceId', '=', practiceId)
    .where('waiting', 'is not', null)
    .orderBy('waiting')
    .execute()
  const { id } = stage.person(act.person)
  const waiting = rows.map(({ memberId }) => memberId)
  if (!waiting.includes(id)) return
  const memberIds = [id, ...waiting.filter((memberId) => memberId !== id)]
  await stage.as(act.by, act.at).managePractices.orderWaiting({ practiceId, memberIds, reason: act.reason })
}

async function move(stage: Stage, act: Extract<Act, { kind: 'move' }>) {
  const practiceId = stage.practice(act.practice)
  const { title, location, description, startsAt, endsAt } = await stage.tx
    .selectFrom('practice')
    .selectAll()
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const { timeZone } = stage.partsAt(act.at).club
  const local = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  const [start, end] = [local(startsAt), local(endsAt)]
  await stage.as(act.by, act.at).schedule.change({
    practiceId,
    expected: { title, location, description, startsAt, endsAt, cancelled: false },
    ...{ title, description, location: act.location },
    ...{ startsOn: start.toPlainDate().toString() },
    ...{ startTime: start.toPlainTime().toString().slice(0, 5), endTime: end.toPlainTime().toString().slice(0, 5) },
  })
}

type StoreAct = Extract<Act, { kind: 'import-store' | 'assign-lines' | 'dismiss-line' }>

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
