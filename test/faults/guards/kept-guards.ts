import type { Guard } from './guard.ts'

const tests = ['src/server/http/kept-answers.test.ts']

/** By what that which is remembered is void (record 0056). */
export const keptGuards: Guard[] = [
  {
    name: 'kept answers: void by whatever is written',
    protects: 'nobody is told what was so before',
    file: 'src/server/http/kept-answers.ts',
    from: ' || kept.state !== me.state',
    to: '',
    tests,
  },
  {
    name: 'kept answers: void by what others write',
    protects: 'a command beside the server is seen',
    file: 'src/server/db/node-sqlite-dialect.ts',
    from: 'writesOfOthers()}',
    to: '0}',
    tests,
  },
  {
    name: 'kept answers: void at the end of the session',
    protects: 'nobody is let in after an hour',
    file: 'src/server/http/who-asks.ts',
    from: ' && clock.steady() < known.untilMs',
    to: '',
    tests,
  },
  {
    name: 'kept answers: void when time changes them',
    protects: 'a practice that is over is not shown as coming',
    file: 'src/server/http/kept-answers.ts',
    from: '  if (now < kept.fromMs || now >= kept.untilMs) return false\n',
    to: '',
    tests: ['src/server/home/home.test.ts'],
  },
]
