import type { RainedOn } from '#contract/rain-out.ts'
import { checkInModes } from '#domain/check-in.ts'
import { codeStepAt } from '#domain/check-in-code.ts'
import { replies } from '#domain/rsvp.ts'
import { kioskCookieIn } from '../access-matrix.ts'
import type { Api, TestClub } from '../club.ts'
import { oneDayPass, tenPractices } from '../sales.ts'
import { storeFile } from '../store.ts'
import { waysIn } from '../transports.ts'
import {
  addOnce,
  changed,
  enter,
  include,
  leave,
  type Model,
  of,
  type PersonModel,
  type PracticeModel,
  setPair,
} from './model.ts'

/** One step of a history, as numbers: who does what to which member, at which practice, and how much. */
export type Step = {
  act: ActName
  actor: number
  target: number
  practice: number
  amount: number
  yes: boolean
  /** Retries it with the same idempotency key, as a phone does when the response was lost. */
  again: boolean
  /** Sent concurrently with the next step. */
  together: boolean
  /** At the door: about someone it's likely to go through for. */
  aimed: boolean
}

export type Scene = {
  model: Model
  practiceIds: string[]
  /** By person, including removed ones. */
  ids: string[]
  emails: string[]
  /** The hashes of their passes' codes at first. */
  codes: string[]
  club: TestClub
  /** Logs in on another device. */
  logIn: (who: number) => Promise<ReturnType<TestClub['caller']>>
  /** Every kiosk that was started; most have ended. */
  kiosks: Kiosk[]
}
type Kiosk = { kiosk: ReturnType<TestClub['caller']>; practice: number }

/** What a request is built from: the state before it, and what the step is about. */
export type Ready = Scene & { step: Step; practice: { practiceId: string }; member: { memberId: string }; key: string }

export type Act = {
  /** How many audit rows a mutation writes, if not one; null: any number. */
  audits?: (model: Model, step: Step, answer: unknown) => number | null
  /** Reads first what a screen would show; the step gets it. */
  read?: (api: Api, ready: Ready) => Promise<object> | object
  send: (api: Api, ready: Ready) => Promise<unknown>
  /** The effect on the model once the request succeeded. */
  effect: (model: Model, step: Step, answer: unknown) => void
}

const anyNumber = () => null
const answers = [...replies, null]
const setPerson = (model: Model, target: number, facts: Partial<PersonModel>) =>
  void Object.assign(of(model.people, target), facts)
const setPractice = (model: Model, practice: number, facts: Partial<PracticeModel>) =>
  void Object.assign(of(model.practices, practice), facts)

function credit(model: Model, step: Step, credited: boolean, target = step.target) {
  const practice = of(model.practices, step.practice)
  if (include(practice.credits, target, credited)) of(model.people, target).paid += credited ? 1 : -1
}

/** Members that the preview listed as still to be refunded. */
type Rained = Step & { seen: [person: number, dayPass: boolean][] }

type Imported = Step & { sent: { file: string; seen: string } }

type Entered = { saleId?: string; outcome?: string; checkIn?: string; usedDayPass?: boolean; dayPassesLeft?: number }
type SaleUndo = Step & { saleId: string; undoCheckIn: boolean }

type Undo = Step & { ids: string[]; editId: string }

/** The members that a bulk edit was sent for, and the edit itself. */
type Bulk = Step & { seen: number[]; ids: string[]; by: number; total: 'dayPasses' | 'paid' }

const answerOf = ({ amount }: Step) => answers[amount % answers.length] ?? null
const limitOf = ({ yes, amount }: Step) => (yes ? null : 1 + (amount % 3))
const roleOf = ({ yes }: Step) => (yes ? ('Officer' as const) : ('Member' as const))

const productOf = ({ yes }: Step) => (yes ? oneDayPass : tenPractices)
/** A day pass that a rain-out gave back doesn't come back again. */
const isRefunded = (model: Model, target: number) =>
  model.practices.some(({ gifts }) => gifts.some(([who, dayPass]) => who === target && dayPass))

/** By the code, or by name. */
function scanned({ step, practice, member, codes }: Ready) {
  return { ...practice, ...(step.amount % 2 ? member : { passCodeHash: of(codes, step.target) }) }
}

function enterScanned(model: Model, step: Step, answer: unknown) {
  if ((answer as Entered).outcome === 'checked-in') enter(model, step, hasUsed(answer))
}

function hasUsed(answer: unknown) {
  const { usedDayPass, dayPassesLeft } = answer as Entered
  return usedDayPass === true || dayPassesLeft !== undefined
}

function usesAudited(others: number) {
  return (_model: Model, _step: Step, answer: unknown) => others + Number(hasUsed(answer))
}

/** Gifts to members who aren't erased; erased ones keep what they got as anonymous attendance. */
const giftsIn = (model: Model, practice: number) =>
  of(model.practices, practice).gifts.filter(([target]) => !of(model.people, target).erased)

/** Every mutation by members and officers of passes, practices, counts, and people. */
export const acts = {
  usePass: {
    audits: anyNumber,
    send: (api) => api.passes.use({}),
    effect: (model, { actor }) =>
      setPerson(model, actor, { dayPasses: of(model.people, actor).dayPasses - 1, passOf: null }),
  },
  answer: {
    audits: anyNumber,
    send: (api, { step, practice }) => api.practices.answer({ ...practice, answer: answerOf(step) }),
    effect: (model, step) => setPair(of(model.practices, step.practice).answers, step.actor, answerOf(step)),
  },
  checkIn: {
    audits: usesAudited(0),
    send(api, { step: { amount, yes: usePass }, practice, club }) {
      // What officers show at the range, as it was up to six minutes ago, a wrong one, or none. Only mode `code` looks at it.
      const right = club.ctx.secrets.checkInCode(practice.practiceId, codeStepAt(club.clock.now()) - 4 * amount)
      return api.practices.checkIn({ ...practice, ...(amount < 5 && { code: amount < 4 ? right : '000000' }), usePass })
    },
    effect: (model, step, answer) => enter(model, { ...step, target: step.actor }, hasUsed(answer)),
  },
  scan: {
    audits: usesAudited(1),
    send: (api, ready) => api.scans.add({ ...scanned(ready), usePass: ready.step.yes }),
    effect: enterScanned,
  },
  scanOffline: {
    audits: usesAudited(1),
    send(api, ready) {
      // By a phone whose clock may be 20 minutes ahead.
      const atMs = ready.club.clock.now() + (1 - ready.step.amount) * 20 * 60_000
      return api.scans.add({ ...scanned(ready), scannedAt: new Date(atMs).toISOString() })
    },
    effect: enterScanned,
  },
  undoScan: {
    send: (api, { practice, member }) => api.scans.undo({ ...practice, ...member }),
    effect(model, { actor, target, practice }, answer) {
      // What a member did stays.
      if (actor !== target && of(model.practices, practice).self.includes(target)) return
      const isBack = (answer as { dayPassReturned: boolean }).dayPassReturned || !isRefunded(model, target)
      if (leave(model, practice, target) && isBack) of(model.people, target).dayPasses += 1
    },
  },
  sell: {
    audits: (model, step, answer) =>
      Number((answer as Entered).checkIn === 'checked-in') + usesAudited(1)(model, step, answer),
    send: (api, { step, practice, member }) =>
      api.sales.add({ ...practice, ...member, ...productOf(step), checkIn: step.amount % 3 > 0 }),
    effect(model, step, answer) {
      const { saleId: id = '', checkIn } = answer as Entered
      const { practice, target } = step
      const { dayPasses, paidPractices: paid } = productOf(step)
      of(model.people, target).dayPasses += dayPasses
      of(model.people, target).paid += paid
      const isIn = checkIn === 'checked-in'
      if (isIn) enter(model, step, hasUsed(answer))
      model.sales.push({ id, practice, target, dayPasses, paid, isIn, undone: false })
    },
  },
  undoSale: {
    audits: (_model, _step, answer) => 1 + Number((answer as { checkInUndone: boolean }).checkInUndone),
    read(_api, { step, model }) {
      const sale = model.sales[step.amount % Math.max(1, model.sales.length)]
      const undoCheckIn = step.yes && !isRefunded(model, sale?.target ?? 0)
      return { saleId: sale?.id ?? 'none', practice: sale?.practice ?? 0, undoCheckIn }
    },
    send(api, { step, practiceIds }) {
      const { saleId, undoCheckIn, practice } = step as SaleUndo
      return api.sales.undo({ practiceId: of(practiceIds, practice), saleId, undoCheckIn, reason: 'Not for them' })
    },
    effect(model, step) {
      const { saleId, undoCheckIn } = step as SaleUndo
      const sale = model.sales.find(({ id, undone }) => id === saleId && !undone)
      if (!sale) return
      sale.undone = true
      const person = of(model.people, sale.target)
      if (undoCheckIn && sale.isIn && leave(model, sale.practice, sale.target)) person.dayPasses += 1
      // What was used before stays used.
      for (const what of ['dayPasses', 'paid'] as const) person[what] -= Math.max(0, Math.min(sale[what], person[what]))
    },
  },
  guest: {
    async read(_api, { step, club, practice, ids }) {
      const name = `Guest ${step.amount % 2} ${ids[0]}`
      const visits = club.db.selectFrom('preRegistration').innerJoin('guest', 'guest.id', 'guestId')
      const there = visits.where('name', '=', name).where('practiceId', '=', practice.practiceId)
      return { name, visitId: (await there.select('preRegistration.id').executeTakeFirst())?.id ?? 'none' }
    },
    send(api, { step, practice }) {
      const { name, visitId } = step as Step & { name: string; visitId: string }
      return step.amount > 4 ? api.guests.remove({ ...practice, visitId }) : api.guests.add({ ...practice, name })
    },
    effect: (model, { practice, amount }) =>
      void include(of(model.practices, practice).guests, amount % 2, amount <= 4),
  },
  kiosk: {
    audits: anyNumber,
    async read(_api, { step, practice, kiosks, logIn, club, model }) {
      const earlier = kiosks.findLast((kiosk) => kiosk.practice === step.practice)
      if (step.yes && earlier) return earlier
      const device = of(model.people, step.actor).removed ? club.visitor() : await logIn(step.actor)
      const reply = await device.send(waysIn['/rpc'].ask('kiosks.start', { ...practice, pin: '482913' }))
      const kiosk = { kiosk: club.caller(kioskCookieIn(reply)), practice: step.practice }
      kiosks.push(kiosk)
      return kiosk
    },
    send: (_api, { step, member, key }) => (step as Step & Kiosk).kiosk.with(key).kiosk.checkIn(member),
    effect: (model, step, answer) => enterScanned(model, { ...step, actor: step.target }, answer),
  },
  start: {
    send: (api, { step, practice }) =>
      api.practices.start({ ...practice, checkInMode: checkInModes[step.amount % checkInModes.length] }),
    effect: (model, { practice }) => setPractice(model, practice, { live: true, early: false }),
  },
  endEarly: {
    send: (api, { practice }) => api.practices.endEarly(practice),
    effect: (model, { practice }) => setPractice(model, practice, { live: false, early: true }),
  },
  takeBackEnd: {
    send: (api, { practice }) => api.practices.takeBackEnd(practice),
    effect: (model, { practice }) => setPractice(model, practice, { live: true, early: false }),
  },
  removeAttendee: {
    send: (api, { practice, member }) => api.practices.removeAttendee({ ...practice, ...member }),
    effect: (model, { practice, target }) => void leave(model, practice, target),
  },
  setAttendance: {
    send: (api, { step: { yes: attended }, practice, member }) =>
      api.managePractices.setAttendance({ ...practice, ...member, attended, reason: 'Was there' }),
    effect: (model, step) => void (step.yes ? addOnce(model, step) : leave(model, step.practice, step.target)),
  },
  setCredit: {
    send: (api, { step, practice, member }) =>
      api.managePractices.setCredit({ ...practice, ...member, credited: step.yes }),
    effect: (model, step) => credit(model, step, step.yes),
  },
  addEmail: {
    send(api, { step: { target, yes }, practice, model, emails }) {
      const email = of(model.people, target).removed ? 'nobody@purdue.edu' : (emails[target] ?? '')
      const kind = yes ? 'attendance' : 'carpool'
      return api.managePractices.addEmail({ ...practice, email, kind, reason: 'Was there' })
    },
    effect(model, step, answer) {
      // The removed member's address was listed as someone who hasn't signed up.
      if ((answer as { added: string }).added === 'listed') return
      if (step.yes) addOnce(model, step)
      else credit(model, step, true)
    },
  },
  setLimit: {
    send(api, { step, practice, model }) {
      const expected = of(model.practices, step.practice).limit
      return api.managePractices.setLimit({ ...practice, expected, limit: limitOf(step) })
    },
    effect: (model, step) => setPractice(model, step.practice, { limit: limitOf(step) }),
  },
  deletePractice: {
    audits: (model, { practice }) => 1 + of(model.practices, practice).credits.length,
    send: (api, { practice }) => api.managePractices.delete(practice),
    effect(model, step) {
      const practice = of(model.practices, step.practice)
      if (practice.deleted) return
      practice.deleted = true
      practice.heldCredits = [...practice.credits]
      for (const target of practice.heldCredits) credit(model, step, false, target)
    },
  },
  restorePractice: {
    audits: (model, { practice }) => 1 + of(model.practices, practice).heldCredits.length,
    send: (api, { practice }) => api.managePractices.restore(practice),
    effect(model, step) {
      const practice = of(model.practices, step.practice)
      if (!practice.deleted) return
      practice.deleted = false
      for (const target of practice.heldCredits) credit(model, step, true, target)
    },
  },
  setDayPasses: {
    send(api, { step, member, model }) {
      const expected = of(model.people, step.target).dayPasses
      return api.members.setDayPasses({ ...member, expected, value: step.amount, reason: '' })
    },
    effect: (model, { target, amount }) => setPerson(model, target, { dayPasses: amount }),
  },
  setPaid: {
    send(api, { step, member, model }) {
      const expected = of(model.people, step.target).paid
      return api.members.setPaidPractices({ ...member, expected, value: step.amount, reason: 'Cash' })
    },
    effect: (model, { target, amount }) => setPerson(model, target, { paid: amount }),
  },
  setRole: {
    send(api, { step, member, model }) {
      const expected = of(model.people, step.target).role
      return api.members.setRole({ ...member, expected, role: roleOf(step) })
    },
    effect: (model, step) => setPerson(model, step.target, { role: roleOf(step) }),
  },
  removeMember: {
    send: (api, { member }) => api.members.remove(member),
    effect: (model, { target }) => setPerson(model, target, { removed: true }),
  },
  restoreMember: {
    send: (api, { member }) => api.members.restore(member),
    effect: (model, { target }) => setPerson(model, target, { removed: false }),
  },
  eraseMember: {
    send: (api, { member }) => api.members.erase(member),
    effect: (model, { target }) => setPerson(model, target, { erased: true }),
  },
  rainOut: {
    audits: (_model, step) => 1 + (step as Rained).seen.length,
    async read(api, { practice, ids }) {
      const { people } = await api.rainOut.get(practice).catch(() => ({ people: [] as RainedOn[] }))
      const left = people.filter(({ given }) => !given)
      return { seen: left.map(({ memberId, dayPass }) => [ids.indexOf(memberId), dayPass]) }
    },
    send(api, { step, practice, ids }) {
      const seen = (step as Rained).seen.map(([target, dayPass]) => ({ memberId: ids[target] ?? '', dayPass }))
      return api.rainOut.give({ ...practice, seen })
    },
    effect(model, step) {
      const { seen } = step as Rained
      const { gifts } = of(model.practices, step.practice)
      for (const [target, dayPass] of seen) {
        if (gifts.some(([who]) => who === target)) continue
        gifts.push([target, dayPass])
        of(model.people, target).paid += 1
        if (dayPass) of(model.people, target).dayPasses += 1
      }
    },
  },
  bulkEdit: {
    audits: (_model, step) => 1 + (step as Bulk).seen.length,
    read(_api, { step, model, ids }) {
      const [total, by] = [step.yes ? 'dayPasses' : 'paid', step.amount - 2 || 3] as const
      const seen = model.people.flatMap((person, i) => (!person.removed && person[total] + by >= 0 ? [i] : []))
      return { seen, ids, by, total }
    },
    send(api, { step, model, ids }) {
      const { seen: people, by, total } = step as Bulk
      const edit = { of: step.yes ? ('day-passes' as const) : ('paid-practices' as const), by }
      const seen = people.map((number) => ({ memberId: ids[number] ?? '', expected: of(model.people, number)[total] }))
      return api.bulkEdit.apply({ edit, seen, reason: 'All of us' })
    },
    effect(model, step, answer) {
      const { seen, ids, by, total } = step as Bulk
      const { editId, left } = answer as { editId: string | null; left: { memberId: string }[] }
      const target = seen.filter((number) => !left.some(({ memberId }) => memberId === ids[number]))
      for (const number of target) of(model.people, number)[total] += by
      if (editId !== null) model.edits.push({ id: editId, of: total, by, target })
    },
  },
  undoBulkEdit: {
    audits: anyNumber,
    read(_api, { step, model, ids }) {
      return { ids, editId: model.edits[step.amount % Math.max(1, model.edits.length)]?.id ?? 'none' }
    },
    send: (api, { step }) => api.bulkEdit.undo({ editId: (step as Undo).editId }),
    effect(model, step, answer) {
      const { ids, editId } = step as Undo
      const { left } = answer as { left: { memberId: string }[] }
      const edit = model.edits.find(({ id }) => id === editId)
      if (!edit) return
      const stays = (number: number) => left.some(({ memberId }) => memberId === ids[number])
      for (const number of edit.target) if (!stays(number)) of(model.people, number)[edit.of] -= edit.by
      edit.target = edit.target.filter(stays)
    },
  },
  storeImport: {
    // One for the whole import, and one for the member.
    audits: () => 2,
    async read(api, { step, model, ids, emails }) {
      // Each order belongs to one person; the same order is imported again and again, as in a store's growing export.
      const gone = of(model.people, step.target).removed
      const email = gone ? 'nobody@example.com' : (emails[step.target] ?? '')
      const order = `#${ids[step.target]} ${step.practice} ${gone}`
      const file = storeFile([[order, String(step.yes), email, step.yes ? 'Practice' : 'Day pass', 1]])
      const { seen } = await api.storeImport.preview({ file }).catch(() => ({ seen: '' }))
      return { sent: { file, seen } }
    },
    send: (api, { step }) => api.storeImport.apply((step as Imported).sent),
    effect(model, { target, yes }, answer) {
      const { booked } = answer as { booked: number }
      of(model.people, target)[yes ? 'paid' : 'dayPasses'] += booked
    },
  },
  takeBackRainOut: {
    audits: (model, { practice }) => 1 + giftsIn(model, practice).length,
    send: (api, { practice }) => api.rainOut.takeBack(practice),
    effect(model, { practice }) {
      for (const [target, dayPass] of giftsIn(model, practice)) {
        of(model.people, target).paid -= 1
        if (dayPass) of(model.people, target).dayPasses -= 1
        setPair(of(model.practices, practice).gifts, target, null)
      }
    },
  },
} satisfies Record<string, Act>

export type ActName = keyof typeof acts | 'wait'

/** @returns the model after a mutation that succeeded */
export function after(model: Model, step: Step, answer: unknown): Model {
  if (step.act === 'wait') return model
  const { effect } = acts[step.act] as Act
  return changed(model, (copy) => effect(copy, step, answer))
}
