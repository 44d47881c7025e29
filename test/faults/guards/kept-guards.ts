import type { Guard } from './guard.ts'

const tests = ['src/server/http/kept-answers.test.ts']

/** By what that which is remembered is void (record 0056). */
export const keptGuards: Guard[] = [
  {
    name: 'kept answers: void by whatever is written',
    protects: 'nobody is told what was so before',
    file: 'src/server/http/kept-answers.ts',
    from: '  if (kept.state !== me.state && !isOthersDoing(kept, me)) return undefined\n',
    to: '',
    tests,
  },
  {
    name: 'kept answers: void by what is one’s own',
    protects: 'who checks in is shown as checked in',
    file: 'src/server/http/kept-answers.ts',
    from: ' && ownState === me.ownState',
    to: '',
    tests,
  },
  {
    name: 'kept answers: the shared piece as it is now',
    protects: 'everybody sees who is there',
    file: 'src/server/home/club-home.ts',
    from: 'kept?.state !== state || kept.found',
    to: 'kept === null || kept.found',
    tests,
  },
  {
    name: 'who asked before: void by what may concern them',
    protects: 'nobody is let in after their session has ended',
    file: 'src/server/http/who-asks.ts',
    from: ' || known.me.ownState !== database.stateOf(known.me.id)',
    to: '',
    tests,
  },
  {
    name: 'kept answers: void by what others write',
    protects: 'a command beside the server is seen',
    file: 'src/server/db/node-sqlite-dialect.ts',
    from: '(dataVersion.get() as unknown as number[])[0] ?? 0',
    to: '0',
    tests,
  },
  {
    name: 'who asked before: as of one look at others',
    protects: 'a role that was taken away while its person was looked up does not stay',
    file: 'src/server/db/node-sqlite-dialect.ts',
    from: 'others.version}`',
    to: 'writesOfOthers()}`',
    tests: ['src/server/http/who-asks.test.ts'],
  },
  {
    name: 'what was lost with the server before: void in the life of the next',
    protects: 'a change that bears the number of one that was lost is told of',
    file: 'src/server/live/watch.ts',
    from: '    if (now !== life) await raiseVersions(database)\n',
    to: '',
    tests: ['src/server/db/taken-over.test.ts'],
  },
  {
    name: 'kept answers: void at the end of the session',
    protects: 'nobody is let in after an hour',
    file: 'src/server/http/who-asks.ts',
    from: 'steadyMs >= known.untilMs || ',
    to: '',
    tests,
  },
  {
    name: 'kept answers: void when time changes them',
    protects: 'a practice that is over is not shown as coming',
    file: 'src/server/http/kept-answers.ts',
    from: '  if (now < kept.fromMs || now >= kept.untilMs) return undefined\n',
    to: '',
    tests: ['src/server/home/home.test.ts'],
  },
  {
    name: 'who owes practices: void by what others write',
    protects: 'officers are told how many owe practices',
    file: 'src/server/members/outstanding.ts',
    from: ' && before.version === version',
    to: '',
    tests: ['src/server/members/outstanding.test.ts'],
  },
]
