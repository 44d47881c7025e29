import * as z from 'zod/mini'
import { contract } from './errors.ts'

/** What officers take out of the club leaves by `/exports/*.csv`, or is made in the browser of what it has. */
export const exportPermission = {
  get: contract
    .route({
      method: 'GET',
      path: '/exports/permission',
      tags: ['members'],
      summary: 'Ask before an export',
      description:
        'Succeeds if an export would. Otherwise PASSWORD_NEEDED: enter the password first. The exports themselves are sent by POST requests to /exports/members.csv, /exports/attendance.csv, /exports/ledger.csv, and /exports/audit.csv.',
    })
    .output(z.object({})),
}
