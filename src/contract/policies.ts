import type { Contract } from './contract.ts'

/**
 * Who may call what. An operation without a policy fails the build, and the server checks only this table.
 * - `anyone`: also logged out
 * - `signed-in`: any live session, even before the welcome wizard is done
 * - `member`: a session with the wizard done
 * - `officer`: a member who is an officer right now
 */
export type Policy = 'anyone' | 'signed-in' | 'member' | 'officer'

type OperationOf<C> = {
  [F in keyof C & string]: { [O in keyof C[F] & string]: `${F}.${O}` }[keyof C[F] & string]
}[keyof C & string]
export type Operation = OperationOf<Contract>

export const policies: Record<Operation, Policy> = {
  'account.signUp': 'anyone',
  'account.verify': 'anyone',
  'account.resendVerification': 'anyone',
  'account.resendExpired': 'anyone',
  'account.enterCode': 'anyone',
  'account.changePassword': 'member',
  'account.delete': 'member',
  'account.wasDeleted': 'anyone',
  'account.isGone': 'anyone',
  'session.get': 'anyone',
  'session.touch': 'signed-in',
  'session.enterPassword': 'officer',
  'welcome.get': 'signed-in',
  'welcome.saveDraft': 'signed-in',
  'welcome.finish': 'signed-in',
  'home.get': 'member',
  'practices.answer': 'member',
  'practices.checkIn': 'member',
  'practices.start': 'officer',
  'practices.endEarly': 'officer',
  'practices.takeBackEnd': 'officer',
  'practices.removeAttendee': 'officer',
  'practices.removeSamples': 'officer',
  'myPractices.get': 'member',
  'calendarFeed.get': 'member',
  'calendarFeed.create': 'member',
  'calendarFeed.renew': 'member',
  'calendarFeed.remove': 'member',
  'scorecards.get': 'member',
  'scorecard.get': 'member',
  'scorecard.save': 'member',
  'scorecard.remove': 'member',
  'scorecard.restore': 'member',
  'scorecard.invite': 'member',
  'scorecard.part': 'member',
  'scorecardInvitation.get': 'member',
  'scorecardInvitation.accept': 'member',
  'passes.get': 'member',
  'passes.use': 'member',
  'profile.get': 'member',
  'profile.save': 'member',
  'profile.setCar': 'member',
  'profile.setNews': 'member',
  'profile.removePicture': 'signed-in',
  'pushDevices.get': 'member',
  'pushDevices.add': 'member',
  'pushDevices.remove': 'member',
  'newsMails.stop': 'anyone',
  'info.get': 'member',
  'sessions.get': 'member',
  'sessions.end': 'member',
  'sessions.endAll': 'member',
  'members.get': 'officer',
  'members.setRole': 'officer',
  'members.setDayPasses': 'officer',
  'members.setPaidPractices': 'officer',
  'members.setPass': 'officer',
  'members.setRm01': 'officer',
  'members.remove': 'officer',
  'members.restore': 'officer',
  'members.erase': 'officer',
  'memberRecord.get': 'officer',
  'bulkEdits.get': 'officer',
  'bulkEdit.get': 'officer',
  'bulkEdit.apply': 'officer',
  'bulkEdit.undo': 'officer',
  'managePractices.get': 'officer',
  'managePractices.setLimit': 'officer',
  'managePractices.orderWaiting': 'officer',
  'managePractices.delete': 'officer',
  'managePractices.restore': 'officer',
  'managePractices.setAttendance': 'officer',
  'managePractices.setCredit': 'officer',
  'managePractices.addEmail': 'officer',
  'managePractices.removeEmail': 'officer',
  'practiceRecord.get': 'officer',
  'resources.get': 'officer',
  'turnout.get': 'officer',
  'audit.get': 'officer',
  'exportPermission.get': 'officer',
  'rainOut.get': 'officer',
  'rainOut.give': 'officer',
  'rainOut.takeBack': 'officer',
  'schedule.create': 'officer',
  'schedule.change': 'officer',
  'schedule.cancel': 'officer',
  'storeImport.get': 'officer',
  'storeImport.preview': 'officer',
  'storeImport.apply': 'officer',
  'storeImport.assign': 'officer',
  'storeImport.unassign': 'officer',
  'storeImport.setWorth': 'officer',
  'storeImport.dismiss': 'officer',
  'storeImport.reopen': 'officer',
  'storeImport.forget': 'officer',
  'paidCounts.get': 'officer',
  'paidCounts.set': 'officer',
  'paidCounts.remove': 'officer',
}

/**
 * Operations that change who has power or expose everyone's data. They also need the officer's own password, entered in
 * this session within the last few minutes (domain/sessions.ts), to protect a phone that was left unlocked.
 */
export const needPassword: readonly Operation[] = [
  'members.setRole',
  'members.remove',
  'members.restore',
  'members.erase',
  'exportPermission.get',
]
