import { count } from './public-messages.ts'

/** Texts about deleting one's own account, in a file of their own because other pages don't need them. */
export const deletionMessages = {
  deleted:
    'Your name, email, photo, birthday, pronouns, car, RSVPs, and password will be deleted immediately, on every device.',
  kept: 'Attendance totals without your name, the club’s ledger with a number in place of your name, and an anonymous record that your email already got its welcome passes.',
  unconfirmed: 'Check the box to confirm.',
} as const

type Losses = { dayPasses: number; paidPractices: number; scorecards: number }
const listFormat = new Intl.ListFormat('en-US')

/** What a member loses with the account. @param losses null while they aren't known */
export function lostWithAccount(losses: Losses | null) {
  const final = 'This can’t be undone.'
  if (losses === null) return `You’ll lose any remaining day passes, paid practices, and scorecards. ${final}`
  const { dayPasses, paidPractices, scorecards } = losses
  const lost = [
    ...(dayPasses > 0 ? [count(dayPasses, 'day pass', 'day passes')] : []),
    ...(paidPractices > 0 ? [count(paidPractices, 'paid practice')] : []),
    ...(scorecards > 0 ? [count(scorecards, 'scorecard')] : []),
  ]
  return lost.length === 0 ? final : `You’ll lose ${listFormat.format(lost)}. ${final}`
}
