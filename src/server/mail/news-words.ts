import { hasMovedInSpace, hasMovedInTime, type NewsKind, type PracticeFacts, whatChanged } from '#domain/news.ts'
import { seatsOffered } from '#domain/rsvp.ts'
import type { MailFact, MailFacts, MailWords } from './words.ts'

/** News of practices: each can be switched off, in the profile and by a link in the mail. */
export const newsWords: Record<NewsKind, (facts: MailFacts) => MailWords> = {
  changed(facts) {
    const { before, practice } = newsOf(facts)
    const change = before === null ? null : whatChanged(before, practice)
    if (before === null || change === null) throw new Error('a mail about a change names none')
    return change === 'moved' ? moved(facts, before, practice) : offOrOn(facts, change, before, practice)
  },

  /** D29. */
  place(facts) {
    const { practice } = newsOf(facts)
    return {
      ...framed(facts, 'you were waiting for a place', 'Stop mails about places that become free'),
      subject: `${facts.clubName}: you have a place at ${practice.title}`,
      preview: 'Somebody made room, and you were next.',
      title: 'You have a place',
      lines: [
        `A place became free at ${practice.title}, and you were next on the waiting list. You need not do anything.`,
      ],
      facts: [when(facts, practice), ...where(practice)],
      after: ['If you can’t come, withdraw your answer there, so that the next one gets the place.'],
      notice: notice(`You have a place at ${practice.title}`, facts, practice),
    }
  },

  drive(facts) {
    const { practice, carCapacity } = newsOf(facts)
    const seats = seatsOffered(carCapacity)
    const offered = seats === 0 ? '' : ` and offer ${seats === 1 ? 'a seat' : `${seats} seats`} for others`
    const meetup = facts.carpoolMeetup === null ? [] : [{ label: 'Carpool', value: facts.carpoolMeetup }]
    return {
      ...framed(facts, 'you answered that you drive', 'Stop reminders to drivers'),
      subject: `${facts.clubName}: you drive to ${practice.title}`,
      preview: `${facts.wholeTime(practice)}. Others count on your car.`,
      title: 'You are driving',
      lines: [`A reminder: you said that you drive to ${practice.title}${offered}.`],
      facts: [when(facts, practice), ...where(practice), ...meetup],
      after: ['If you can’t drive after all, change your answer there, so that the others can look for another car.'],
      notice: notice(`You drive to ${practice.title}`, facts, practice),
    }
  },
}

function moved(facts: MailFacts, before: PracticeFacts, practice: PracticeFacts): MailWords {
  const [inTime, inSpace] = [hasMovedInTime(before, practice), hasMovedInSpace(before, practice)]
  const what = inTime && inSpace ? 'time and place' : inTime ? 'time' : 'place'
  const now = inTime ? facts.wholeTime(practice) : practice.location || 'The calendar names no place any more'
  return {
    ...framedAnswer(facts),
    subject: `${facts.clubName}: ${practice.title} has a new ${what}`,
    preview: `${now}.`,
    title: `A new ${what}`,
    lines: [`${practice.title}, which you answered, has moved. This is how it is now:`],
    facts: [
      { ...when(facts, practice), ...(inTime && { before: facts.wholeTime(before) }) },
      ...where(practice, inSpace ? before : null),
    ],
    after: ['Your answer still counts. If you can’t come any more, withdraw it there.'],
    notice: notice(`${practice.title} has a new ${what}`, facts, practice),
  }
}

function offOrOn(
  facts: MailFacts,
  change: 'off' | 'on-again',
  before: PracticeFacts,
  practice: PracticeFacts,
): MailWords {
  if (change === 'off')
    return {
      ...framedAnswer(facts),
      subject: `${facts.clubName}: ${practice.title} is cancelled`,
      preview: `It was to be on ${facts.wholeTime(before)}.`,
      title: 'Practice cancelled',
      lines: [`${practice.title}, which you answered, does not take place.`],
      facts: [when(facts, before), ...where(before)],
      after: [
        'You need not do anything. Should it take place after all, your answer still counts, and you hear of it.',
      ],
      notice: notice(`Cancelled: ${practice.title}`, facts, before),
    }
  const inTime = hasMovedInTime(before, practice)
  return {
    ...framedAnswer(facts),
    subject: `${facts.clubName}: ${practice.title} takes place after all`,
    preview: `${facts.wholeTime(practice)}.`,
    title: 'It takes place after all',
    lines: [`${practice.title} was cancelled, and is on again.`],
    facts: [
      { ...when(facts, practice), ...(inTime && { before: facts.wholeTime(before) }) },
      ...where(practice, hasMovedInSpace(before, practice) ? before : null),
    ],
    after: ['Your answer still counts. If you can’t come any more, withdraw it there.'],
    notice: notice(`${practice.title} takes place after all`, facts, practice),
  }
}

function framedAnswer(facts: MailFacts) {
  return framed(facts, 'you answered this practice', 'Stop mails about changed practices')
}

/** The page behind the button shows what one has answered, cancelled or not. */
function framed(facts: MailFacts, because: string, stop: string) {
  return {
    button: { label: 'See my practices', url: `${facts.baseUrl}${page}` },
    why: `This mail went to ${facts.email} because ${because}.`,
    stop: { label: stop, url: facts.stopUrl ?? facts.baseUrl },
  }
}

const page = '/my-practices'

function notice(title: string, facts: MailFacts, practice: PracticeFacts) {
  const place = practice.location === '' ? '' : `, ${practice.location}`
  return { title, body: `${facts.shortTime(practice)}${place}`, path: page }
}

function when(facts: MailFacts, practice: PracticeFacts): MailFact {
  return { label: 'When', value: facts.wholeTime(practice) }
}

function where(practice: PracticeFacts, before: PracticeFacts | null = null): MailFact[] {
  if (before !== null)
    return [
      {
        label: 'Where',
        value: practice.location || 'The calendar names no place any more',
        ...(before.location !== '' && { before: before.location }),
      },
    ]
  return practice.location === '' ? [] : [{ label: 'Where', value: practice.location }]
}

function newsOf({ news }: MailFacts) {
  if (news === null) throw new Error('a mail about a practice names none')
  return news
}
