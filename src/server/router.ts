import { enterPassword, ownAccount, sessions } from '#server/features/account/procedures.ts'
import { account, session } from '#server/features/account/sign-up-procedures.ts'
import { myPractices } from '#server/features/my-practices/procedures.ts'
import { emailPreviews } from '#server/features/notifications/email-previews.ts'
import { newsMails, pushDevices } from '#server/features/notifications/procedures.ts'
import { reminders } from '#server/features/notifications/reminder-procedures.ts'
import { turnout } from '#server/features/reports/attendance-report.ts'
import { exportPermission } from '#server/features/reports/export-route.ts'
import { storeImport } from '#server/features/store-orders/procedures.ts'
import { welcome } from '#server/features/welcome/procedures.ts'
import { profile } from './features/account/profile.ts'
import { guests } from './features/attendance/guests.ts'
import { rainOut } from './features/attendance/rain-out.ts'
import { scanList, scans } from './features/attendance/scans.ts'
import { audit } from './features/audit/procedures.ts'
import { bulkEdit, bulkEdits } from './features/bulk-edit/procedures.ts'
import { outsideCalendar } from './features/calendar/procedures.ts'
import { calendarFeed } from './features/calendar-feed/procedures.ts'
import { home } from './features/home/procedures.ts'
import { info } from './features/info/procedures.ts'
import { kiosk, kioskNames, kioskPerson, kiosks } from './features/kiosk/procedures.ts'
import { schedule } from './features/manage-practices/plan.ts'
import { managePractices, practiceRecord } from './features/manage-practices/procedures.ts'
import { memberRecord, members } from './features/members/procedures.ts'
import { passCode } from './features/passes/pass-code.ts'
import { passes } from './features/passes/procedures.ts'
import { checkInCode } from './features/practices/check-in-code.ts'
import { practices } from './features/practices/procedures.ts'
import { whoIsGoing } from './features/practices/who-is-going.ts'
import { replyLinks } from './features/reply-links/procedures.ts'
import { resources } from './features/resources/procedures.ts'
import { sales } from './features/sales/procedures.ts'
import { scorecardInvitation } from './features/scorecards/double-scoring.ts'
import { scorecard, scorecards } from './features/scorecards/procedures.ts'
import { clubFiles } from './features/settings/club-files.ts'
import { clubSettings, settingChanges } from './features/settings/procedures.ts'
import { paidCounts } from './features/store-orders/paid-counts.ts'
import type { OperationRouter } from './http/procedures.ts'

/** The implementation of every operation of the contract; if one is missing, it doesn't compile. */
export const router = {
  account: { ...account, ...ownAccount },
  session: { ...session, enterPassword },
  sessions,
  welcome,
  home,
  replyLinks,
  practices,
  whoIsGoing,
  checkInCode,
  passes,
  passCode,
  scanList,
  scans,
  sales,
  kiosks,
  kiosk,
  kioskNames,
  kioskPerson,
  profile,
  pushDevices,
  newsMails,
  info,
  myPractices,
  calendarFeed,
  outsideCalendar,
  scorecards,
  scorecard,
  scorecardInvitation,
  members,
  memberRecord,
  bulkEdits,
  bulkEdit,
  managePractices,
  practiceRecord,
  reminders,
  guests,
  rainOut,
  resources,
  turnout,
  audit,
  exportPermission,
  schedule,
  storeImport,
  paidCounts,
  clubSettings,
  clubFiles,
  settingChanges,
  emailPreviews,
} satisfies OperationRouter
