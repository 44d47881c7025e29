import type { Router } from '@orpc/server'
import type { Contract } from '#contract/contract.ts'
import { audit } from './audit/procedures.ts'
import { bulkEdit, bulkEdits } from './bulk-edit/procedures.ts'
import { calendarFeed } from './calendar-feed/procedures.ts'
import { exportPermission } from './exports/procedures.ts'
import { home } from './home/procedures.ts'
import type { RequestContext } from './http/ladder.ts'
import { account, session } from './identity/procedures.ts'
import { info } from './info/procedures.ts'
import { memberRecord, members } from './members/procedures.ts'
import { myPractices } from './my-practices/procedures.ts'
import { newsMails } from './news/procedures.ts'
import { enterPassword, ownAccount } from './own-account/procedures.ts'
import { passes } from './passes/procedures.ts'
import { managePractices, practiceRecord } from './practices/management.ts'
import { practices } from './practices/procedures.ts'
import { rainOut } from './practices/rain-out.ts'
import { profile } from './profile/procedures.ts'
import { pushDevices } from './push/procedures.ts'
import { resources } from './resources/procedures.ts'
import { schedule } from './schedule/procedures.ts'
import { scorecardInvitation } from './scorecards/double.ts'
import { scorecard, scorecards } from './scorecards/procedures.ts'
import { sessions } from './sessions/procedures.ts'
import { paidCounts } from './store/paid-counts.ts'
import { storeImport } from './store/procedures.ts'
import { turnout } from './turnout/procedures.ts'
import { welcome } from './welcome/procedures.ts'

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
} satisfies Router<Contract, RequestContext>
