import { describe, expect, test } from 'vitest'
import { checkInRefusals, memberMessages, stepSentences, usePassRefusals } from './member-messages.ts'
import { inWords, messages } from './public-messages.ts'

describe('the texts of the specification', () => {
  test.each([
    ['Invalid email or password.', messages.signInFailed],
    ['Please verify your email before logging in.', messages.emailUnverified],
    ['Verification email sent! Please check your inbox.', messages.signUpDone],
    ['The password is too weak.', messages.passwordWeak],
    ['Failed to create an account: no network', messages.signUpFailed('no network')],
    ['Password reset email sent! Please check your inbox.', messages.resetSent],
    ['Error sending password reset email: no network', messages.resetFailed('no network')],
    ['No active practice.', checkInRefusals['no-active-practice']],
    ['You have already checked into this practice.', checkInRefusals['already-checked-in']],
    ['You need a valid pass to check in.', checkInRefusals['no-valid-pass']],
    ['Failed to check into practice. Please try again.', memberMessages.checkInFailed],
    ["You don't have any day passes left.", usePassRefusals['no-day-passes']],
    ['Could not load your passes.', memberMessages.passesUnavailable],
    ['Failed to use pass. Try again.', memberMessages.usePassFailed],
    ['You have been logged out due to inactivity.', messages.loggedOutIdle],
    ['No past practices found.', memberMessages.noPastFound],
    ['No past practices yet.', memberMessages.noPastYet],
    ['No upcoming practices', memberMessages.noUpcoming],
    ["A practice hasn't started yet.", memberMessages.notStarted],
    ['No user found', memberMessages.noUserFound],
    ['No attendees found.', memberMessages.noAttendees],
    ['No carpoolers found.', memberMessages.noCarpoolers],
    ['Email must end with @purdue.edu', messages.emailDomain('purdue.edu')],
    ['Please enter your email to reset your password', messages.resetNeedsEmail],
    ['Please fill out all required fields', memberMessages.wizardRequired],
    ['Please fill out your name and birthday', stepSentences[1]],
    ['Please select your bow type and equipment status', stepSentences[3]],
    ['Please select or add at least one pronoun', stepSentences[5]],
    ['Loading...', messages.loading],
  ])('%s', (text, said) => expect(said).toBe(text))

  test.each([
    [1, 'You have 1 outstanding practice! Please pay for it immediately.'],
    [2, 'You have 2 outstanding practices! Please pay for these immediately.'],
    [101, 'You have 101 outstanding practices! Please pay for these immediately.'],
  ])('with %i outstanding: %s', (count, text) => expect(memberMessages.outstanding(count)).toBe(text))
})

describe('a wait in words', () => {
  test.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [7_140, '119 minutes'],
    [7_141, '2 hours'],
    [86_400, '24 hours'],
  ])('%i seconds are %s', (seconds, words) => expect(inWords(seconds)).toBe(words))
})
