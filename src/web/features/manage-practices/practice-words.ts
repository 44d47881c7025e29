import type { ManagedPractice } from '#contract/manage-practices.ts'
import { count } from '#domain/text/public-messages.ts'
import type { ClubTimes } from '#web/lib/club-times.ts'
import { lengthInWords, minutesOf } from './select-practices.ts'

/** Computed by the page once for all rows. */
export type TableContext = { now: number; times: ClubTimes }

export function lengthOf(practice: ManagedPractice) {
  return practice.allDay ? 'All day' : lengthInWords(minutesOf(practice))
}

export function limitInWords({ attendanceLimit }: Pick<ManagedPractice, 'attendanceLimit'>) {
  return attendanceLimit === null ? 'No limit' : String(attendanceLimit)
}

export function isOver({ endsAt }: Pick<ManagedPractice, 'endsAt'>, now: number) {
  return now >= Date.parse(endsAt)
}

/** Attendance, or before the practice the number of RSVPs. */
export function heads(practice: ManagedPractice, now: number) {
  return isOver(practice, now) ? practice.attended : practice.archers + practice.drivers
}

/** `12 attended`; before the practice `8 of 10 going, 2 waiting`, or `12 had RSVP’d` if it was canceled. */
export function turnoutInWords(practice: ManagedPractice, now: number) {
  const many = heads(practice, now)
  if (isOver(practice, now)) return `${many} attended`
  const { attendanceLimit, waiting } = practice
  if (practice.cancelled) return `${many} had RSVP’d`
  const going = attendanceLimit === null ? `${many} going` : `${many} of ${attendanceLimit} going`
  return waiting === 0 ? going : `${going}, ${waiting} waiting`
}

/**
 * Of an upcoming practice, besides how many are going: `3 drivers · 2 can’t come`, and `15 no reply · about 11 expected`. Empty for
 * others.
 */
export function outlookInWords({ drivers, cantCome, notReplied, expected }: ManagedPractice): string[] {
  // Missing from what the previous release stored on the phone.
  if (notReplied === null || notReplied === undefined) return []
  const lines = [
    [drivers > 0 && count(drivers, 'driver'), cantCome > 0 && `${cantCome} can’t come`],
    [notReplied > 0 && `${notReplied} no reply`, expected !== null && `about ${expected} expected`],
  ]
  return lines.map((parts) => parts.filter(Boolean).join(' · ')).filter((line) => line !== '')
}
