import { account, session } from './auth/procedures.ts'
import { enterPassword, ownAccount } from './features/account/procedures.ts'
import { profile } from './features/account/profile.ts'
import { sessions } from './features/account/sessions.ts'
import { rainOut } from './features/attendance/rain-out.ts'
import { audit } from './features/audit/procedures.ts'
import { bulkEdit, bulkEdits } from './features/bulk-edit/procedures.ts'
import { calendarFeed } from './features/calendar-feed/procedures.ts'
import { home } from './features/home/procedures.ts'
import { info } from './features/info/procedures.ts'
import { schedule } from './features/manage-practices/plan.ts'
import { managePractices, practiceRecord } from './features/manage-practices/procedures.ts'
import { memberRecord, members } from './features/members/procedures.ts'
import { myPractices } from './features/my-practices/procedures.ts'
import { newsMails } from './features/notifications/procedures.ts'
import { pushDevices } from './features/notifications/push-devices.ts'
import { passes } from './features/passes/procedures.ts'
import { practices } from './features/practices/procedures.ts'
import { turnout } from './features/reports/attendance-report.ts'
import { exportPermission } from './features/reports/export-permission.ts'
import { resources } from './features/resources/procedures.ts'
import { scorecardInvitation } from './features/scorecards/double-scoring.ts'
import { scorecard, scorecards } from './features/scorecards/procedures.ts'
import { paidCounts } from './features/store-orders/paid-counts.ts'
import { storeImport } from './features/store-orders/procedures.ts'
import { welcome } from './features/welcome/procedures.ts'
import type { OperationRouter } from './http/procedures.ts'

/** Every operation of the contract with what carries it out; without one of them it does not compile. */
export const router = {
  account: { ...account, ...ownAccount },
  session: { ...session, enterPassword },
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
} satisfies OperationRouter
