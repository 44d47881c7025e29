import { account } from './account.ts'
import { calendarFeed } from './calendar-feed.ts'
import { home } from './home.ts'
import { myPractices } from './my-practices.ts'
import { passes } from './passes.ts'
import { practices } from './practices.ts'
import { profile } from './profile.ts'
import { session } from './session.ts'
import { welcome } from './welcome.ts'

/** The API at a glance: who may call what stands in `policies.ts`. */
export const contract = { account, session, welcome, home, practices, myPractices, calendarFeed, passes, profile }
export type Contract = typeof contract
