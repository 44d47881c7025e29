import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkInRefusals,
  memberMessages,
  practiceRefusals,
  rsvpRefusals,
  stepSentences,
  usePassRefusals,
  welcomeRefusals,
} from './member-messages.ts'
import { emailRefusals, inWords, messages } from './public-messages.ts'

const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000

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

  test('are in the sentences that ask for confirmation', () => {
    expect(memberMessages.confirmEndEarly).toContain('This will check everyone out')
    expect(memberMessages.confirmStart).toContain('mark the practice as live for everyone')
  })

  test.each([
    [1, 'You have 1 outstanding practice! Please pay for it immediately.'],
    [2, 'You have 2 outstanding practices! Please pay for these immediately.'],
    [101, 'You have 101 outstanding practices! Please pay for these immediately.'],
  ])('with %i outstanding: %s', (count, text) => expect(memberMessages.outstanding(count)).toBe(text))
})

describe('every text', () => {
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsOf)
  const all = textsOf([
    messages,
    Object.values(emailRefusals).map((say) => say('purdue.edu')),
    memberMessages,
    checkInRefusals,
    usePassRefusals,
    rsvpRefusals,
    practiceRefusals(30),
    welcomeRefusals,
    stepSentences,
  ])

  test('says something, in one line, without gaps', () => {
    expect(all.length).toBeGreaterThan(100)
    for (const text of all) expect(text).toMatch(/^[^\s](?:[^\s]| (?! ))+[^\s]$/)
  })

  test('that refuses is a sentence', () => {
    for (const text of textsOf([checkInRefusals, usePassRefusals, rsvpRefusals, practiceRefusals(30), welcomeRefusals]))
      expect(text).toMatch(/^[A-Z].*\.$/)
  })

  test('with a blank in it has the word put there', () => {
    expect(messages.emailDomain('club.example')).toBe('Email must end with @club.example')
    expect(messages.passwordHint(8)).toMatch(/^At least 8 characters\./)
    expect(messages.tooLong(128)).toBe('At most 128 characters.')
    expect(messages.tooManyTries(90)).toBe('Too many attempts. Try again in 2 minutes.')
    expect(memberMessages.pronounKnown('xe/xem')).toBe('xe/xem is already on your list.')
    expect(memberMessages.pronounTooLong(30)).toBe('At most 30 characters.')
    expect(memberMessages.pronounsFull(8)).toBe('At most 8 pronouns. Remove one to add another.')
    expect(practiceRefusals(90)['too-early']).toBe('A practice can be started up to 90 minutes before its start time.')
    expect(memberMessages.confirmRemoveAttendee('Ana')).toBe('Remove Ana from this practice? They can check in again.')
  })
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

  test('is never shorter than the wait, nor longer by more than its unit', { timeout }, () => {
    const units = { second: 1, minute: 60, hour: 3_600 }
    const property = fc.property(fc.integer({ min: 0, max: 200_000 }), (seconds) => {
      const [, count, unit, many] = /^(\d+) (second|minute|hour)(s?)$/.exec(inWords(seconds)) ?? []
      const size = units[unit as keyof typeof units]
      expect(Number(count) * size).toBeGreaterThanOrEqual(seconds)
      expect(Number(count) * size - seconds).toBeLessThan(size + (unit === 'hour' ? 60 : 0))
      expect(many === '').toBe(count === '1')
    })
    fc.assert(property, { seed: 20_261_121, numRuns: many ? 100_000 : 2_000 })
  })
})
