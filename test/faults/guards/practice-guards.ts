import { type Guard, held } from './guard.ts'

const practices = 'src/server/practices/procedures.ts'
/** The same row, read without a lock. */
const unlocked = "await tx.selectFrom('member').selectAll().where('id', '=', me.id).executeTakeFirstOrThrow()"
const decidesAnew = 'it is decided on what is there once nobody else is at it'

/** Locks, conditions and second looks of practices, answers, check-ins and passes. */
export const practiceGuards: Guard[] = [
  {
    name: 'the lock on a member',
    protects: decidesAnew,
    file: 'src/server/members/queries.ts',
    from: ".where('id', '=', id).forUpdate()",
    to: ".where('id', '=', id)",
    tests: ['src/server/welcome/welcome.test.ts', ...held],
  },
  {
    name: 'the lock on a practice',
    protects: decidesAnew,
    file: 'src/server/practices/queries.ts',
    from: ".where('deletedAt', 'is', null).forUpdate()",
    to: ".where('deletedAt', 'is', null)",
    tests: held,
  },
  {
    name: 'deleting a practice: the lock on it',
    protects: decidesAnew,
    file: 'src/server/practices/queries.ts',
    from: "where('id', '=', practiceId).forUpdate()",
    to: "where('id', '=', practiceId)",
    tests: held,
    only: 'a practice that is deleted',
  },
  {
    name: 'saving arrows: the lock on the member',
    protects: 'of two devices on one slot one is told',
    file: 'src/server/scorecards/procedures.ts',
    from: 'await lockMember(tx, me.id)\n    const there = await findAnyCard',
    to: 'const there = await findAnyCard',
    tests: ['src/server/scorecards/scorecards.test.ts'],
    only: 'two devices',
  },
  {
    name: 'keeping a card by its code: the lock on the card',
    protects: 'of several who come at once one is let on',
    file: 'src/server/scorecards/queries.ts',
    from: '(lock ? query.forUpdate() : query)',
    to: 'query',
    tests: ['src/server/scorecards/double.test.ts'],
    only: 'lets one of two on',
  },
  {
    name: 'Use Pass: the lock on the member',
    protects: 'a tab spends one pass, not two',
    file: 'src/server/passes/procedures.ts',
    from: 'await lockMember(tx, me.id)',
    to: 'await getMember(tx, me.id)',
    tests: held,
  },
  {
    name: 'check-in: the lock on the member',
    protects: 'no check-in with a pass that is taken away',
    file: practices,
    from: 'const row = await lockPractice(tx, input.practiceId)\n    const member = await lockMember(tx, me.id)',
    to: `const row = await lockPractice(tx, input.practiceId)\n    const member = ${unlocked}`,
    tests: held,
  },
  {
    name: 'check-in: the clock after the locks',
    protects: 'no check-in after the end (T32)',
    file: practices,
    from: `    const row = await lockPractice(tx, input.practiceId)
    const member = await lockMember(tx, me.id)
    // The clock is read after the locks: whoever waited for an end is judged by what is true then (T32).
    const at = now()
`,
    to: `    const at = now()
    const row = await lockPractice(tx, input.practiceId)
    const member = await lockMember(tx, me.id)
`,
    tests: held,
  },
  {
    name: 'check-in: the look for an earlier one',
    protects: 'who taps twice is told so',
    file: practices,
    from: 'already: row !== undefined && (await findAttendance(tx, row.id, me.id)) !== undefined,',
    to: 'already: false,',
    tests: ['src/server/practices/check-in.test.ts'],
  },
  {
    name: 'answer: the lock on the member',
    protects: 'no driver without a car',
    file: practices,
    from: 'const row = (await lockPractice(tx, input.practiceId)) ?? missing()\n    const member = await lockMember(tx, me.id)',
    to: `const row = (await lockPractice(tx, input.practiceId)) ?? missing()\n    const member = ${unlocked}`,
    tests: held,
  },
  {
    name: 'answer: one row a member',
    protects: 'archer and driver exclude each other',
    file: practices,
    from: "conflict.columns(['practiceId', 'memberId']).doUpdateSet(",
    to: "conflict.columns(['practiceId', 'memberId']).doNothing(",
    tests: ['src/server/practices/rsvp.test.ts'],
  },
  {
    name: 'start: the look for another live one',
    protects: 'the second officer is told which one is live',
    file: practices,
    from: 'otherLive: live !== undefined && live.id !== row.id,',
    to: 'otherLive: false,',
    tests: ['src/server/practices/start.test.ts'],
  },
  {
    name: 'start: ending what is overdue first',
    protects: 'a practice past its end stands in nobody’s way',
    file: practices,
    from: 'await endOverdue(tx, announce, now())\n    const row',
    to: 'const row',
    tests: ['src/server/practices/start.test.ts'],
  },
  {
    name: 'the timed end: only what has not ended',
    protects: 'an officer’s end stays as it was',
    file: 'src/server/practices/ending.ts',
    from: "    .where('endedAt', 'is', null)\n",
    to: '',
    tests: ['src/server/practices/end.test.ts', 'src/server/practices/start.test.ts'],
  },
  {
    name: 'the timed end: only what is over',
    protects: 'no practice ends before its time',
    file: 'src/server/practices/ending.ts',
    from: "    .where('endsAt', '<=', now)\n",
    to: '',
    tests: ['src/server/practices/start.test.ts', 'src/server/practices/end.test.ts'],
  },
  {
    name: 'the timed end: only the winner tells',
    protects: 'one end is one message',
    file: 'src/server/practices/ending.ts',
    from: "if (numUpdatedRows > 0n) announce('live', 'practices')",
    to: "announce('live', 'practices')",
    tests: ['src/server/practices/start.test.ts', 'src/server/practices/end.test.ts'],
  },
  {
    name: 'who goes: the second look at their places',
    protects: 'a place that was taken in the last moment goes to who waits',
    file: 'src/server/practices/places.ts',
    from: 'const held = await listAheadOf(tx, memberId, now)',
    to: 'const held = locked',
    tests: ['test/held-places.test.ts'],
    only: 'their phone takes',
  },
  {
    name: 'who goes: the lock on where they wait, too',
    protects: 'a place that they are given in the last moment goes to who waits',
    file: 'src/server/practices/answer-queries.ts',
    from: "    .where('rsvp.memberId', '=', memberId)\n    .where('practice.deletedAt'",
    to: "    .where('rsvp.memberId', '=', memberId)\n    .where('rsvp.waiting', 'is', null)\n    .where('practice.deletedAt'",
    tests: ['test/held-places.test.ts'],
    only: 'they are given',
  },
]
