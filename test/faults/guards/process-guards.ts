import type { Guard } from './guard.ts'

const held = ['test/held-rows.test.ts']
const identity = 'src/server/identity'

/** What keeps processes apart that send mail, read the calendar or tell the screens. */
export const processGuards: Guard[] = [
  {
    name: 'outbox: claiming a mail',
    protects: 'two processes send it once',
    file: 'src/server/mail/outbox.ts',
    from: "    .where('tries', '=', row.tries)\n",
    to: '',
    tests: ['src/server/mail/outbox.test.ts'],
    only: 'sends each mail once|after the lease',
  },
  {
    name: 'outbox: looking whether it was claimed',
    protects: 'two processes send it once',
    file: 'src/server/mail/outbox.ts',
    from: 'if (claimed.numUpdatedRows === 0n) return true',
    to: '',
    tests: ['src/server/mail/outbox.test.ts'],
    only: 'sends each mail once',
  },
  {
    name: 'outbox: in the transaction that wants it',
    protects: 'no account without its mail, no mail without its account',
    file: 'src/server/mail/outbox.ts',
    from: "await tx\n        .insertInto('mailOutbox')",
    to: "await deps.database.db\n        .insertInto('mailOutbox')",
    tests: [`${identity}/sign-up.test.ts`],
    only: 'all or nothing',
  },
  {
    name: 'calendar: one process at a time',
    protects: 'a new event becomes one practice',
    file: 'src/server/calendar/apply.ts',
    from: "if (database.engine === 'postgres') await",
    to: "if (database.engine === 'postgres' && applyLock < 0) await",
    tests: held,
  },
  {
    name: 'calendar: planned anew in the transaction',
    protects: 'a new event becomes one practice',
    file: 'src/server/calendar/apply.ts',
    from: 'const { added, changed, missing } = plan(',
    to: 'const { added, changed, missing } = first || plan(',
    tests: held,
  },
  {
    name: 'calendar: the locks on what it changes',
    protects: 'a practice that ends meanwhile is not changed as if it were live',
    file: 'src/server/calendar/apply.ts',
    from: '.$if(lock, (query) => query.forUpdate())',
    to: '',
    tests: ['src/server/calendar/overtaken.test.ts'],
  },
  {
    name: 'samples: the lock while they go',
    protects: 'no deleted practice is live',
    file: 'src/server/calendar/samples.ts',
    from: ".where('sample', '=', 1).orderBy('id').forUpdate().execute()",
    to: ".where('sample', '=', 1).orderBy('id').execute()",
    tests: ['src/server/calendar/overtaken.test.ts'],
  },
  {
    name: 'the hub: older versions are not told',
    protects: 'a screen never goes back',
    file: 'src/server/live/hub.ts',
    from: 'if (change.version <= (seen.get(change.topic) ?? 0)) continue',
    to: '',
    tests: ['src/server/live/live.test.ts', 'src/server/practices/end.test.ts'],
  },
]
