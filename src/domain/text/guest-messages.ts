import type { GuestFieldRefusal, GuestRefusal } from '#domain/guests.ts'
import { inLine } from '#domain/isolated-text.ts'
import { count } from './public-messages.ts'

/** Why a guest can't be entered, at the field that it is about or for all of it. */
export const guestRefusals = {
  'no-guests': 'The club doesn’t take guests. Officers can change that in Settings.',
  'not-begun': 'This practice hasn’t started, so no one can have come yet.',
  'too-many-visits': (name: string, most: number, term: string) =>
    inLine`${name} has come as a guest ${count(most, 'time')} in ${term}, which is the most. Ask them to sign up.`,
  'waiver-missing': 'Guests sign the waiver before they shoot.',
  'name-missing': 'Enter a name.',
  'email-incomplete': 'Enter a complete email, or leave it out.',
  'host-gone': 'This member has left. Choose someone else, or no one.',
  member: (name: string) =>
    name === ''
      ? 'A member has this email. Check them in as a member instead.'
      : inLine`This is ${name}’s email. Check them in as a member instead.`,
} satisfies Record<GuestRefusal | GuestFieldRefusal | 'host-gone' | 'member', unknown>

/** On the lists that members see. */
export const guestLabel = 'Guest'
export const longestGuestName = 80

export const guestMessages = {
  there: (name: string) =>
    inLine`${name} is on the list already. If this is someone else of that name, add their email.`,
  confirmErase: (name: string) =>
    inLine`${name}’s name and email, and who brought them, will be deleted from every practice. Their visits still count. This can’t be undone.`,
}
