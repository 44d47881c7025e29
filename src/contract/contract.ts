import { account } from './account.ts'
import { audit } from './audit.ts'
import { bulkEdit, bulkEdits } from './bulk-edit.ts'
import { calendarFeed } from './calendar-feed.ts'
import { clubFiles, clubSettings, settingChanges } from './club-settings.ts'
import { guests } from './guests.ts'
import { home } from './home.ts'
import { kiosk, kioskNames, kioskPerson, kiosks } from './kiosk.ts'
import { managePractices, practiceRecord, schedule } from './manage-practices.ts'
import { exportPermission, memberRecord, members } from './members.ts'
import { myPractices } from './my-practices.ts'
import { newsMails, pushDevices } from './notifications.ts'
import { outsideCalendar } from './outside-calendar.ts'
import { passCode, passes } from './passes.ts'
import { checkInCode, practices, whoIsGoing } from './practices.ts'
import { profile, welcome } from './profile.ts'
import { rainOut } from './rain-out.ts'
import { emailPreviews, reminders } from './reminders.ts'
import { replyLinks } from './reply-links.ts'
import { info, resources, turnout } from './resources.ts'
import { sales } from './sales.ts'
import { scanList, scans } from './scans.ts'
import { scorecard, scorecardInvitation, scorecards } from './scorecards.ts'
import { session, sessions } from './session.ts'
import { paidCounts, storeImport } from './store-orders.ts'

/** The whole API. Who may call what is in `policies.ts`. */
export const contract = {
  account,
  session,
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
}
export type Contract = typeof contract
