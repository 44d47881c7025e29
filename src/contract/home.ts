import * as z from 'zod/mini'
import { checkInModes } from '#domain/check-in.ts'
import { mapPlaces } from '#domain/maps.ts'
import { previewedKinds } from '#domain/notifications.ts'
import { settingNames } from '#domain/settings/setting-list.ts'
import { contract, mayBeUnchanged } from './operation.ts'
import { MyPass } from './passes.ts'
import { Attendee, ComingPractice, PracticeCard } from './practices.ts'
import { day, instant, wholeNumber } from './schemas.ts'

/** One of the club's maps, from `club.config.ts`. */
const ClubMap = z.object({
  place: z.enum(mapPlaces),
  title: z.string(),
  /** Source of the map's iframe; the content security policy allows its host. */
  embedUrl: z.string(),
  address: z.string(),
  /** Destination for directions, in degrees. */
  latitude: z.number(),
  longitude: z.number(),
  /** Whether this is a sample, which a new club has until it sets its own. */
  sample: z.boolean(),
})
export type ClubMap = z.infer<typeof ClubMap>

export const Home = z.object({
  /** Orders this page and the changes of the stream: of what is read later, the revision is higher. */
  revision: wholeNumber,
  pass: MyPass,
  hasCar: z.boolean(),
  /** Paid minus attended; negative means outstanding. */
  balance: wholeNumber,
  attended: wholeNumber,
  live: z.nullable(
    z.object({
      practice: PracticeCard,
      startedBy: z.nullable(z.string()),
      /** How members check in; stays the same while it is live. */
      checkInMode: z.enum(checkInModes),
      /** Everyone who checked in, in that order. */
      attendees: z.array(Attendee),
      /** When I checked in; null if I haven't. */
      checkedInAt: z.nullable(instant),
    }),
  ),
  /** At most three, all on the day of the first one, within 10 days. */
  next: z.array(ComingPractice),
  /** At most five, no matter how far ahead. */
  upcoming: z.array(ComingPractice),
  /**
   * Officers only: practices that ended early and can still be reopened, because their end time is ahead. Newest first.
   */
  endedEarly: z.array(
    z.extend(PracticeCard, {
      came: wholeNumber,
      /** Members with a spot who weren't checked in. */
      noShows: wholeNumber,
    }),
  ),
  /** Canceled practices that I have an RSVP for. */
  cancelled: z.array(PracticeCard),
  /** The last five that I attended, newest first. */
  past: z.array(z.object({ id: z.string(), title: z.string(), startsAt: instant, startsOn: day })),
  /** The maps that the club has set, in its order. */
  maps: z.array(ClubMap),
  calendar: z.object({
    source: z.enum(['google', 'ics', 'built-in']),
    /** While stale: when the calendar was last read successfully; null if it never was. */
    readAt: z.nullable(instant),
    /** True while the external calendar can't be read and the last good copy is shown. */
    stale: z.boolean(),
  }),
  /** Of a practice that starts now, unless its officer chooses differently. */
  checkInMode: z.enum(checkInModes),
  /** Whether there are upcoming sample practices. */
  hasSamples: z.boolean(),
  /** Only on a local club without officers: the shell command that makes me one. Otherwise null. */
  officerCommand: z.nullable(z.string()),
  /** Whether any maps or links are samples, which a new club has until it sets its own. */
  hasSampleSettings: z.boolean(),
  /** Officers only: counts of members and orders that need attention. */
  needs: z.nullable(
    z.object({
      /** Members who attended more practices than they paid for. */
      outstanding: wholeNumber,
      /** Members whose RM01 approval ends within 21 days. */
      rm01Ending: wholeNumber,
      /** Store order lines for which an officer must choose the member or the product's value. */
      storeLines: wholeNumber,
      /** Emails to members that are off until an officer has seen how they look. */
      emailsOff: z.array(z.enum(previewedKinds)),
    }),
  ),
  /** Officers only: settings that the club has not decided on, and what members miss without each. */
  unset: z.array(z.enum(settingNames)),
})
export type Home = z.infer<typeof Home>

export const home = {
  get: contract
    .route({
      method: 'GET',
      path: '/home',
      tags: ['home'],
      summary: 'Home page',
      description:
        'Everything in one response with a strong ETag: a request with If-None-Match gets a 304 while nothing has changed.',
      spec: mayBeUnchanged,
    })
    .output(Home),
}
