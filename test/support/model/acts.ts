import type { RainedOn } from '#contract/rain-out.ts'
import { passNames } from '#domain/passes.ts'
import { replies } from '#domain/rsvp.ts'
import type { Api } from '../club.ts'
import { storeFile } from '../store.ts'
import { changed, include, type Model, of, setPair } from './model.ts'

/** One step of a history, as numbers: who does what to which member, at which practice, and how much. */
export type Step = {
  act: ActName
  actor: number
  whom: number
  practice: number
  amount: number
  yes: boolean
  /** Retries it with the same idempotency key, as a phone does when the response was lost. */
  again: boolean
  /** Sent concurrently with the next step. */
  together: boolean
}

export type Scene = {
  model: Model
  practiceIds: string[]
  /** By person, including removed ones. */
  ids: string[]
  emails: string[]
}

export type Act = {
  /** How many audit rows a mutation writes: one, plus one for each member whose count changes; null: any number. */
  audits: (model: Model, step: Step) => number | null
  /** Builds the request from the state before it: reads first what a screen would show. */
  send: (
    api: Api,
    step: Step,
    scene: Scene,
  ) => Promise<(api: Api) => Promise<unknown>> | ((api: Api) => Promise<unknown>)
  /** The effect on the model once the request succeeded. */
  effect: (model: Model, step: Step, answer: unknown) => void
}

const answers = [...replies, null]
const practiceInput = (scene: Scene, { practice }: Step) => ({ practiceId: scene.practiceIds[practice] ?? '' })
const memberInput = (scene: Scene, { whom }: Step) => ({ memberId: scene.ids[whom] ?? '' })

function credit(model: Model, step: Step, credited: boolean, whom = step.whom) {
  const practice = of(model.practices, step.practice)
  if (include(practice.credits, whom, credited)) of(model.people, whom).paid += credited ? 1 : -1
}

/** Members whom the preview listed as still to be refunded. */
type Rained = Step & { seen: [person: number, dayPass: boolean][] }

/** The members that a bulk edit was sent for, and the edit itself. */
type Bulk = Step & { seen: number[]; ids: string[]; by: number; total: 'dayPasses' | 'paid' }

/** Gifts to members who aren't erased; erased ones keep what they got as anonymous attendance. */
const giftsIn = (model: Model, practice: number) =>
  of(model.practices, practice).gifts.filter(([whom]) => !of(model.people, whom).erased)

/** Every mutation by members and officers of passes, practices, counts, and people. */
export const acts = {
  usePass: {
    audits: () => null,
    send: () => (api) => api.passes.use({}),
    effect: (model, { actor }) =>
      void Object.assign(of(model.people, actor), { dayPasses: of(model.people, actor).dayPasses - 1 }),
  },
  answer: {
    audits: () => null,
    send: (_api, step, scene) => (api) =>
      api.practices.answer({ ...practiceInput(scene, step), answer: answers[step.amount % answers.length] ?? null }),
    effect: (model, { actor, practice, amount }) =>
      setPair(of(model.practices, practice).answers, actor, answers[amount % answers.length] ?? null),
  },
  checkIn: {
    audits: () => null,
    send: (_api, step, scene) => (api) => api.practices.checkIn(practiceInput(scene, step)),
    effect: (model, { actor, practice }) => void include(of(model.practices, practice).attended, actor, true),
  },
  start: {
    audits: () => 1,
    send: (_api, step, scene) => (api) => api.practices.start(practiceInput(scene, step)),
    effect: (model, { practice }) => void Object.assign(of(model.practices, practice), { live: true, early: false }),
  },
  endEarly: {
    audits: () => 1,
    send: (_api, step, scene) => (api) => api.practices.endEarly(practiceInput(scene, step)),
    effect: (model, { practice }) => void Object.assign(of(model.practices, practice), { live: false, early: true }),
  },
  takeBackEnd: {
    audits: () => 1,
    send: (_api, step, scene) => (api) => api.practices.takeBackEnd(practiceInput(scene, step)),
    effect: (model, { practice }) => void Object.assign(of(model.practices, practice), { live: true, early: false }),
  },
  removeAttendee: {
    audits: () => 1,
    send: (_api, step, scene) => (api) =>
      api.practices.removeAttendee({ ...practiceInput(scene, step), ...memberInput(scene, step) }),
    effect: (model, { practice, whom }) => void include(of(model.practices, practice).attended, whom, false),
  },
  setAttendance: {
    audits: () => 1,
    send: (_api, step, scene) => (api) =>
      api.managePractices.setAttendance({
        ...practiceInput(scene, step),
        ...memberInput(scene, step),
        attended: step.yes,
        reason: 'Was there',
      }),
    effect: (model, { practice, whom, yes }) => void include(of(model.practices, practice).attended, whom, yes),
  },
  setCredit: {
    audits: () => 1,
    send: (_api, step, scene) => (api) =>
      api.managePractices.setCredit({ ...practiceInput(scene, step), ...memberInput(scene, step), credited: step.yes }),
    effect: (model, step) => credit(model, step, step.yes),
  },
  addEmail: {
    audits: () => 1,
    send: (_api, step, scene) => (api) =>
      api.managePractices.addEmail({
        ...practiceInput(scene, step),
        email: of(scene.model.people, step.whom).removed ? 'nobody@purdue.edu' : (scene.emails[step.whom] ?? ''),
        kind: step.yes ? 'attendance' : 'carpool',
        reason: 'Was there',
      }),
    effect(model, step, answer) {
      // The removed member's address was listed as someone who hasn't signed up.
      if ((answer as { added: string }).added === 'listed') return
      if (step.yes) include(of(model.practices, step.practice).attended, step.whom, true)
      else credit(model, step, true)
    },
  },
  setLimit: {
    audits: () => 1,
    send:
      (_api, step, { model, ...scene }) =>
      (api) =>
        api.managePractices.setLimit({
          practiceId: scene.practiceIds[step.practice] ?? '',
          expected: of(model.practices, step.practice).limit,
          limit: step.yes ? null : 1 + (step.amount % 3),
        }),
    effect: (model, { practice, yes, amount }) =>
      void Object.assign(of(model.practices, practice), { limit: yes ? null : 1 + (amount % 3) }),
  },
  orderWaiting: {
    audits: () => 1,
    async send(api, step, scene) {
      const record = await api.practiceRecord.get(practiceInput(scene, step)).catch(() => ({ answers: [] }))
      const waiting = record.answers.filter(({ position }) => position !== null)
      const memberIds = waiting.map(({ memberId }) => memberId).toReversed()
      return (again) =>
        again.managePractices.orderWaiting({ ...practiceInput(scene, step), memberIds, reason: 'Newcomers first' })
    },
    effect: () => {},
  },
  deletePractice: {
    audits: (model, { practice }) => 1 + of(model.practices, practice).credits.length,
    send: (_api, step, scene) => (api) => api.managePractices.delete(practiceInput(scene, step)),
    effect(model, step) {
      const practice = of(model.practices, step.practice)
      if (practice.deleted) return
      practice.deleted = true
      practice.heldCredits = [...practice.credits]
      for (const whom of practice.heldCredits) credit(model, step, false, whom)
    },
  },
  restorePractice: {
    audits: (model, { practice }) => 1 + of(model.practices, practice).heldCredits.length,
    send: (_api, step, scene) => (api) => api.managePractices.restore(practiceInput(scene, step)),
    effect(model, step) {
      const practice = of(model.practices, step.practice)
      if (!practice.deleted) return
      practice.deleted = false
      for (const whom of practice.heldCredits) credit(model, step, true, whom)
    },
  },
  setDayPasses: {
    audits: () => 1,
    send: (_api, step, scene) => (api) =>
      api.members.setDayPasses({
        ...memberInput(scene, step),
        expected: of(scene.model.people, step.whom).dayPasses,
        value: step.amount,
        reason: '',
      }),
    effect: (model, { whom, amount }) => void Object.assign(of(model.people, whom), { dayPasses: amount }),
  },
  setPaid: {
    audits: () => 1,
    send: (_api, step, scene) => (api) =>
      api.members.setPaidPractices({
        ...memberInput(scene, step),
        expected: of(scene.model.people, step.whom).paid,
        value: step.amount,
        reason: 'Cash',
      }),
    effect: (model, { whom, amount }) => void Object.assign(of(model.people, whom), { paid: amount }),
  },
  setPass: {
    audits: () => 1,
    async send(api, step, scene) {
      const { member } = await api.memberRecord
        .get(memberInput(scene, step))
        .catch(() => ({ member: { pass: 'none' as const } }))
      const pass = passNames[step.amount % passNames.length] ?? 'none'
      return (again) => again.members.setPass({ ...memberInput(scene, step), expected: member.pass, pass })
    },
    effect: () => {},
  },
  setRole: {
    audits: () => 1,
    send: (_api, step, scene) => (api) =>
      api.members.setRole({
        ...memberInput(scene, step),
        expected: of(scene.model.people, step.whom).role,
        role: step.yes ? 'Officer' : 'Member',
      }),
    effect: (model, { whom, yes }) => void Object.assign(of(model.people, whom), { role: yes ? 'Officer' : 'Member' }),
  },
  removeMember: {
    audits: () => 1,
    send: (_api, step, scene) => (api) => api.members.remove(memberInput(scene, step)),
    effect: (model, { whom }) => void Object.assign(of(model.people, whom), { removed: true }),
  },
  restoreMember: {
    audits: () => 1,
    send: (_api, step, scene) => (api) => api.members.restore(memberInput(scene, step)),
    effect: (model, { whom }) => void Object.assign(of(model.people, whom), { removed: false }),
  },
  eraseMember: {
    audits: () => 1,
    send: (_api, step, scene) => (api) => api.members.erase(memberInput(scene, step)),
    effect: (model, { whom }) => void Object.assign(of(model.people, whom), { erased: true }),
  },
  rainOut: {
    audits: (_model, step) => 1 + (step as Rained).seen.length,
    async send(api, step, scene) {
      const { people } = await api.rainOut.get(practiceInput(scene, step)).catch(() => ({ people: [] as RainedOn[] }))
      const seen = people.filter(({ given }) => !given).map(({ memberId, dayPass }) => ({ memberId, dayPass }))
      Object.assign(step, { seen: seen.map(({ memberId, dayPass }) => [scene.ids.indexOf(memberId), dayPass]) })
      return (again) => again.rainOut.give({ ...practiceInput(scene, step), seen })
    },
    effect(model, step) {
      const { seen } = step as Rained
      const { gifts } = of(model.practices, step.practice)
      for (const [whom, dayPass] of seen) {
        if (gifts.some(([who]) => who === whom)) continue
        gifts.push([whom, dayPass])
        of(model.people, whom).paid += 1
        if (dayPass) of(model.people, whom).dayPasses += 1
      }
    },
  },
  bulkEdit: {
    audits: (_model, step) => 1 + (step as Bulk).seen.length,
    send(_api, step, { model, ids }) {
      const of = step.yes ? ('day-passes' as const) : ('paid-practices' as const)
      const total = step.yes ? 'dayPasses' : 'paid'
      const by = step.amount - 2 || 3
      const present = model.people.flatMap((person, i) =>
        !person.removed && person[total] + by >= 0 ? [{ number: i, expected: person[total] }] : [],
      )
      Object.assign(step, { seen: present.map(({ number }) => number), ids, by, total })
      const seen = present.map(({ number, expected }) => ({ memberId: ids[number] ?? '', expected }))
      return (api) => api.bulkEdit.apply({ edit: { of, by }, seen, reason: 'All of us' })
    },
    effect(model, step, answer) {
      const { seen, ids, by, total } = step as Bulk
      const { editId, left } = answer as { editId: string | null; left: { memberId: string }[] }
      const whom = seen.filter((number) => !left.some(({ memberId }) => memberId === ids[number]))
      for (const number of whom) of(model.people, number)[total] += by
      if (editId !== null) model.edits.push({ id: editId, of: total, by, whom })
    },
  },
  undoBulkEdit: {
    audits: () => null,
    send(_api, step, { model, ids }) {
      const edit = model.edits[step.amount % Math.max(1, model.edits.length)]
      Object.assign(step, { ids, editId: edit?.id })
      return (api) => api.bulkEdit.undo({ editId: edit?.id ?? 'none' })
    },
    effect(model, step, answer) {
      const { ids, editId } = step as Step & { ids: string[]; editId: string }
      const { left } = answer as { left: { memberId: string }[] }
      const edit = model.edits.find(({ id }) => id === editId)
      if (!edit) return
      const stays = (number: number) => left.some(({ memberId }) => memberId === ids[number])
      for (const number of edit.whom) if (!stays(number)) of(model.people, number)[edit.of] -= edit.by
      edit.whom = edit.whom.filter(stays)
    },
  },
  storeImport: {
    // One for the whole import, and one for the member.
    audits: () => 2,
    async send(api, step, scene) {
      // Each order belongs to one person; the same order is imported again and again, as in a store's growing export.
      const gone = of(scene.model.people, step.whom).removed
      const email = gone ? 'nobody@example.com' : (scene.emails[step.whom] ?? '')
      const order = `#${scene.ids[step.whom]} ${step.practice} ${gone}`
      const file = storeFile([[order, String(step.yes), email, step.yes ? 'Practice' : 'Day pass', 1]])
      const { seen } = await api.storeImport.preview({ file }).catch(() => ({ seen: '' }))
      return (again) => again.storeImport.apply({ file, seen })
    },
    effect(model, { whom, yes }, answer) {
      const { booked } = answer as { booked: number }
      of(model.people, whom)[yes ? 'paid' : 'dayPasses'] += booked
    },
  },
  takeBackRainOut: {
    audits: (model, { practice }) => 1 + giftsIn(model, practice).length,
    send: (_api, step, scene) => (api) => api.rainOut.takeBack(practiceInput(scene, step)),
    effect(model, { practice }) {
      for (const [whom, dayPass] of giftsIn(model, practice)) {
        of(model.people, whom).paid -= 1
        if (dayPass) of(model.people, whom).dayPasses -= 1
        setPair(of(model.practices, practice).gifts, whom, null)
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
