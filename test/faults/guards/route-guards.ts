import type { Patch } from '../tree-copy.ts'
import type { Guard } from './guard.ts'

type Closed = Patch & { routes: string[]; only?: string }

const files = 'src/server/http/member-files.ts'
const ofMembers = ['GET /practice.ics', 'GET /my-practices.csv']
const exported = ['members', 'attendance', 'ledger', 'audit'].map((kind) => `POST /exports/${kind}.csv`)

/** What keeps the routes beside the contract closed, as they are called in test/support/who-is-let-in.ts. */
const closed: Record<string, Closed> = {
  'let down to members': {
    routes: exported,
    file: 'src/server/exports/route.ts',
    from: "admit('officer', ",
    to: "admit('member', ",
  },
  'without a look who asks': {
    routes: ofMembers,
    file: files,
    from: '  if (!me) return reply.redirect(',
    to: '  if (me === undefined) return reply.redirect(',
  },
  'without the wizard': {
    routes: ofMembers,
    file: files,
    from: "  if (!me.hasLoggedIn) return reply.redirect('/welcome', 302)\n",
    to: '',
  },
  'open to anyone': {
    routes: ['GET /files/pictures/:id/:name'],
    file: 'src/server/pictures/routes.ts',
    from: '      if (!(await whoAsks(parts, request)))\n',
    to: '      if ((await whoAsks(parts, request)) === undefined)\n',
  },
  'open to any sender': {
    routes: ['PUT /api/v1/profile/picture'],
    file: 'src/server/pictures/routes.ts',
    from: '    if (!context.me) return reply',
    to: '    if (context.me === undefined) return reply',
  },
  'open to who has not logged in': {
    routes: ['POST /api/v1/account/export'],
    file: 'src/server/own-account/export-route.ts',
    from: "      await admit('member', 'account.export', { me, parts, requestId: request.id })\n",
    to: '',
  },
  'open to any listener': {
    routes: ['GET /live'],
    file: 'src/server/live/route.ts',
    from: '    if (!me) return reply.code(401)',
    to: '    if (me === undefined) return reply.code(401)',
  },
  'open to any window': {
    routes: ['GET /live/versions'],
    file: 'src/server/live/route.ts',
    from: '    if (me === null) return reply.code(401)',
    to: '    if (me === undefined) return reply.code(401)',
  },
  'open to every machine': {
    routes: ['GET /dev/mail/:key'],
    file: 'src/server/mail/dev-mailbox.ts',
    from: '    if (!isFromThisMachine(request)) return reply',
    to: '    if (request.url === "") return reply',
    only: 'to this machine alone',
  },
}

export const routeGuards: Guard[] = Object.entries(closed).map(([how, { routes, only, ...patch }]) => ({
  ...patch,
  name: `policy of ${routes.join(', ')}, ${how}`,
  protects: 'who may open it',
  tests: ['src/server/http/ladder.test.ts'],
  only: only ?? 'beside the operations',
}))
