import { account } from './account.ts'
import { audit } from './audit.ts'
import { bulkEdit, bulkEdits } from './bulk-edit.ts'
import { calendarFeed } from './calendar-feed.ts'
import { exportPermission } from './exports.ts'
import { home } from './home.ts'
import { info } from './info.ts'
import { managePractices, practiceRecord } from './manage-practices.ts'
import { memberRecord, members } from './members.ts'
import { myPractices } from './my-practices.ts'
import { newsMails, pushDevices } from './notifications.ts'
import { passes } from './passes.ts'
import { practices } from './practices.ts'
import { profile } from './profile.ts'
import { rainOut } from './rain-out.ts'
import { resources, turnout } from './resources.ts'
import { schedule } from './schedule.ts'
import { scorecard, scorecardInvitation, scorecards } from './scorecards.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { paidCounts, storeImport } from './store-orders.ts'
import { welcome } from './welcome.ts'

/** The API at a glance: who may call what stands in `policies.ts`. */
export const contract = {
  account,
  session,
  sessions,
  welcome,
  home,
  practices,
  passes,
  profile,
  pushDevices,
  newsMails,
  info,
  myPractices,
  calendarFeed,
  scorecards,
  scorecard,
  scorecardInvitation,
  members,
  memberRecord,
  bulkEdits,
  bulkEdit,
  managePractices,
  practiceRecord,
  rainOut,
  resources,
  turnout,
  audit,
  exportPermission,
  schedule,
  storeImport,
  paidCounts,
}
export type Contract = typeof contract
