import { inLine } from '#domain/isolated-text.ts'
import {
  hasMovedInSpace,
  hasMovedInTime,
  type MailKind,
  type PracticeFacts,
  type PushOnlyKind,
  whatChanged,
} from '#domain/notifications.ts'
import { replies, seatsOffered } from '#domain/rsvp.ts'
import { count } from '#domain/text/public-messages.ts'
import { replyLabels, replyMessages } from '#domain/text/reply-messages.ts'
import type { AskedPractice, EmailTemplate, MailAsk, MailFact, MailFacts, Notice } from './email-template.ts'

/** Notifications about practices. Members can turn off each kind, in the profile or by a link in the email. */
export const notificationTemplates: Record<MailKind, (facts: MailFacts) => EmailTemplate> = {
  week(facts) {
    const { asked } = facts
    return {
      ...framed(facts, 'you’re a member', 'Stop the weekly email'),
      subject: inLine`${facts.clubName}: this week’s practices`,
      preview: `${asked.map((practice) => facts.shortTime(practice.facts)).join('; ')}.`,
      title: 'This week’s practices',
      lines: ['Are you coming? Choose a reply for each practice. You don’t need to log in.'],
      asks: asked.map((practice) => ask(facts, practice)),
      button: { label: 'See all practices', url: `${facts.baseUrl}/home` },
      after: ['You can change your RSVP until the practice starts.'],
    }
  },

  remind(facts) {
    const [asked] = facts.asked
    if (!asked) throw new Error('a mail that asks about a practice names none')
    const { title, location } = asked.facts
    const place = location === '' ? '' : inLine`, ${location}`
    const isFull = asked.spotsLeft === 0
    return {
      ...framed(facts, 'you came to a practice lately or joined recently, and haven’t RSVP’d', 'Stop these reminders'),
      subject: inLine`${facts.clubName}: are you coming to ${title}?`,
      preview: `${facts.wholeTime(asked.facts)}. You haven’t RSVP’d yet.`,
      title: 'Are you coming?',
      lines: ['You haven’t RSVP’d yet. Choose below. You don’t need to log in.'],
      asks: [ask(facts, asked)],
      button: { label: 'See all practices', url: `${facts.baseUrl}/home` },
      after: [
        isFull
          ? 'All spots are taken, but you can join the waitlist: if a spot opens up and you’re next, it’s yours.'
          : 'You can change your RSVP until the practice starts.',
      ],
      notice: {
        title: inLine`Are you coming to ${title}?`,
        body: `${facts.shortTime(asked.facts)}${place}${isFull ? '. It’s full, but you can join the waitlist.' : ''}`,
        path: new URL(facts.replyUrl(asked.id, null)).pathname,
        replies: noticeReplies.map((reply) => ({
          reply,
          label: replyLabels[reply],
          path: new URL(facts.replyUrl(asked.id, reply)).pathname,
          said: replyMessages.said[reply],
          waits: replyMessages.waits,
        })),
      },
    }
  },

  changed(facts) {
    const { before, practice } = notificationOf(facts)
    const change = before === null ? null : whatChanged(before, practice)
    if (before === null || change === null) throw new Error('a mail about a change names none')
    return change === 'moved' ? moved(facts, before, practice) : offOrOn(facts, change, before, practice)
  },

  place(facts) {
    const { practice } = notificationOf(facts)
    return {
      ...framed(facts, 'you were on the waitlist', 'Stop emails about spots that open up'),
      subject: inLine`${facts.clubName}: you have a spot at ${practice.title}`,
      preview: 'A spot opened up, and you were next.',
      title: 'You have a spot',
      lines: [
        inLine`A spot opened up at ${practice.title}, and you were next on the waitlist. You don’t need to do anything.`,
      ],
      facts: [when(facts, practice), ...where(practice)],
      after: ['If you can’t come, change your RSVP so the next person gets the spot.'],
      notice: notice(inLine`You have a spot at ${practice.title}`, facts, practice),
    }
  },

  drive(facts) {
    const { practice, carCapacity } = notificationOf(facts)
    const seats = seatsOffered(carCapacity)
    const offered = seats === 0 ? '' : ` and offer ${seats === 1 ? 'a seat' : `${seats} seats`} for others`
    const meetup = facts.carpoolMeetup === null ? [] : [{ label: 'Carpool', value: facts.carpoolMeetup }]
    return {
      ...framed(facts, 'you RSVP’d as a driver', 'Stop driver reminders'),
      subject: inLine`${facts.clubName}: you’re driving to ${practice.title}`,
      preview: `${facts.wholeTime(practice)}. Others are counting on you.`,
      title: 'You’re driving',
      lines: [inLine`You said you’d drive to ${practice.title}${offered}.`],
      facts: [when(facts, practice), ...where(practice), ...meetup],
      after: ['If you can’t drive, change your RSVP so others can find another ride.'],
      notice: notice(inLine`You’re driving to ${practice.title}`, facts, practice),
    }
  },
}

/** The replies that a notification has buttons for: browsers show two at most, and a driver may have to say how many seats. */
const noticeReplies = ['archer', 'cant-come'] as const

/** What is only shown on devices. */
export const pushTemplates: Record<PushOnlyKind, (facts: MailFacts) => Notice> = {
  live(facts) {
    const { practice } = notificationOf(facts)
    return { title: inLine`${practice.title} has started`, body: 'Check in when you’re there.', path: '/home' }
  },

  balance({ owed }) {
    return { title: count(owed, 'outstanding practice'), body: 'See what you owe and how to pay.', path: page }
  },
}

function moved(facts: MailFacts, before: PracticeFacts, practice: PracticeFacts): EmailTemplate {
  const [inTime, inSpace] = [hasMovedInTime(before, practice), hasMovedInSpace(before, practice)]
  const what = inTime && inSpace ? 'time and location' : inTime ? 'time' : 'location'
  const now = inTime ? facts.wholeTime(practice) : practice.location || 'No location given'
  return {
    ...framedAnswer(facts),
    subject: inLine`${facts.clubName}: ${practice.title} has a new ${what}`,
    preview: inLine`${now}.`,
    title: `New ${what}`,
    lines: [inLine`${practice.title}, which you RSVP’d to, has changed. New details:`],
    facts: [
      { ...when(facts, practice), ...(inTime && { before: facts.wholeTime(before) }) },
      ...where(practice, inSpace ? before : null),
    ],
    after: ['Your RSVP still counts. If you can’t come, change it in the app.'],
    notice: notice(inLine`${practice.title} has a new ${what}`, facts, practice),
  }
}

function offOrOn(
  facts: MailFacts,
  change: 'off' | 'on-again',
  before: PracticeFacts,
  practice: PracticeFacts,
): EmailTemplate {
  if (change === 'off') {
    const written = linesOf(notificationOf(facts).message)
    return {
      ...framedAnswer(facts),
      subject: inLine`${facts.clubName}: ${practice.title} is canceled`,
      preview: `It was scheduled for ${facts.wholeTime(before)}.`,
      title: 'Practice canceled',
      lines: [inLine`${practice.title}, which you RSVP’d to, is canceled.`, ...written.map((line) => inLine`${line}`)],
      facts: [when(facts, before), ...where(before)],
      after: ['You don’t need to do anything. If it’s back on, your RSVP still counts and we’ll email you.'],
      notice: canceledNotice(inLine`Canceled: ${practice.title}`, facts, before),
    }
  }
  const inTime = hasMovedInTime(before, practice)
  return {
    ...framedAnswer(facts),
    subject: inLine`${facts.clubName}: ${practice.title} is back on`,
    preview: `${facts.wholeTime(practice)}.`,
    title: 'It’s back on',
    lines: [inLine`${practice.title} was canceled, but it’s back on.`],
    facts: [
      { ...when(facts, practice), ...(inTime && { before: facts.wholeTime(before) }) },
      ...where(practice, hasMovedInSpace(before, practice) ? before : null),
    ],
    after: ['Your RSVP still counts. If you can’t come, change it in the app.'],
    notice: notice(inLine`${practice.title} is back on`, facts, practice),
  }
}

/** One practice that an email asks about, with a link for each reply. */
export function ask(facts: MailFacts, { id, facts: practice, ...asked }: AskedPractice): MailAsk {
  return {
    title: practice.title,
    facts: [when(facts, practice), ...where(practice), ...deadline(facts, asked), ...spots(asked), ...ownReply(asked)],
    replies: replies.map((reply) => ({ label: replyLabels[reply], url: facts.replyUrl(id, reply) })),
    calendar: { label: 'Add to calendar', url: facts.calendarUrl(id) },
  }
}

function deadline(facts: MailFacts, { replyBy }: Pick<AskedPractice, 'replyBy'>): MailFact[] {
  return replyBy === null ? [] : [{ label: 'Reply by', value: facts.when(Date.parse(replyBy)) }]
}

function spots({ spotsLeft, waiting }: Pick<AskedPractice, 'spotsLeft' | 'waiting'>): MailFact[] {
  if (spotsLeft === null) return []
  const value = spotsLeft > 0 ? `${spotsLeft} left` : waiting > 0 ? `Full, with ${waiting} on the waitlist` : 'Full'
  return [{ label: 'Spots', value }]
}

function ownReply({ myReply, myPosition }: Pick<AskedPractice, 'myReply' | 'myPosition'>): MailFact[] {
  if (myReply === null) return []
  const value = myPosition === null ? replyLabels[myReply] : `${replyLabels[myReply]}, #${myPosition} on the waitlist`
  return [{ label: 'Your RSVP', value }]
}

function framedAnswer(facts: MailFacts) {
  return framed(facts, 'you RSVP’d to this practice', 'Stop emails about changed practices')
}

/** Links to My practices, which shows all the recipient's RSVPs, including those for canceled practices. */
function framed(facts: MailFacts, because: string, stop: string) {
  return {
    button: { label: 'See my practices', url: `${facts.baseUrl}${page}` },
    why: inLine`We sent this email to ${facts.email} because ${because}.`,
    stop: {
      label: stop,
      url: facts.stopUrl ?? facts.baseUrl,
      code: {
        lead: 'If that link doesn’t work, open',
        page: facts.codePage,
        act: 'and type',
        code: facts.stopCode ?? '',
      },
    },
  }
}

const page = '/my-practices'

function notice(title: string, facts: MailFacts, practice: PracticeFacts) {
  const place = practice.location === '' ? '' : inLine`, ${practice.location}`
  return { title, body: `${facts.shortTime(practice)}${place}`, path: page }
}

/** The officers' message is worth more than the place in the few lines of a push notification. */
function canceledNotice(title: string, facts: MailFacts, practice: PracticeFacts) {
  const { body, ...rest } = notice(title, facts, practice)
  const message = linesOf(notificationOf(facts).message).join(' ')
  return { ...rest, body: message === '' ? body : inLine`${facts.shortTime(practice)}. ${message}` }
}

function linesOf(message: string) {
  return message
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function when(facts: MailFacts, practice: PracticeFacts): MailFact {
  return { label: 'When', value: facts.wholeTime(practice) }
}

function where(practice: PracticeFacts, before: PracticeFacts | null = null): MailFact[] {
  if (before !== null)
    return [
      {
        label: 'Where',
        value: practice.location || 'No location given',
        ...(before.location !== '' && { before: before.location }),
      },
    ]
  return practice.location === '' ? [] : [{ label: 'Where', value: practice.location }]
}

function notificationOf({ news }: MailFacts) {
  if (news === null) throw new Error('a mail about a practice names none')
  return news
}
