import * as z from 'zod/mini'
import { mapPlaces } from '#domain/maps.ts'
import { contract, mayBeUnchanged } from './operation.ts'
import { MyPass } from './passes.ts'
import { Attendee, PracticeCard } from './practices.ts'
import { day, instant, wholeNumber } from './schemas.ts'

/** A place of the club, as `club.config.ts` has it. */
const ClubMap = z.object({
  place: z.enum(mapPlaces),
  title: z.string(),
  /** What the map's frame shows; its host stands in the content security policy. */
  embedUrl: z.string(),
  address: z.string(),
  /** In degrees, where directions lead. */
  latitude: z.number(),
  longitude: z.number(),
  /** One that a new club starts with, until it sets its own. */
  sample: z.boolean(),
})
export type ClubMap = z.infer<typeof ClubMap>

export const Home = z.object({
  pass: MyPass,
  hasCar: z.boolean(),
  /** Paid minus attended; negative means outstanding. */
  balance: wholeNumber,
  attended: wholeNumber,
  live: z.nullable(
    z.object({
      practice: PracticeCard,
      startedBy: z.nullable(z.string()),
      /** In the order of checking in; everybody. */
      attendees: z.array(Attendee),
      /** When I checked in; null if I have not. */
      checkedInAt: z.nullable(instant),
    }),
  ),
  /** At most three, of the first one's day, within 10 days (D28). */
  next: z.array(PracticeCard),
  /** At most five, however far ahead. */
  upcoming: z.array(PracticeCard),
  /** Officers only: ended early and still within their time, so that the end can be taken back. Newest first. */
  endedEarly: z.array(PracticeCard),
  /** Practices that I answered and that have been cancelled. */
  cancelled: z.array(PracticeCard),
  /** The last five that I attended, newest first. */
  past: z.array(z.object({ id: z.string(), title: z.string(), startsAt: instant, startsOn: day })),
  /** The maps that the club has set, in their order (D3). */
  maps: z.array(ClubMap),
  calendar: z.object({
    source: z.enum(['google', 'ics', 'built-in']),
    /** While stale: when the last good answer came; null if none ever did. */
    readAt: z.nullable(instant),
    /** True while the outside calendar cannot be read and the last good answer is shown. */
    stale: z.boolean(),
  }),
  /** Whether sample practices are coming. */
  hasSamples: z.boolean(),
  /** On a local club without officers: the command that makes me one, to paste into a terminal. Null anywhere else. */
  officerCommand: z.nullable(z.string()),
  /** Whether maps or links are samples, which new clubs start with until they set their own. */
  hasSampleSettings: z.boolean(),
  /** Officers only: what waits to be done about members, counted. */
  needs: z.nullable(
    z.object({
      /** Who attended more than they paid for. */
      outstanding: wholeNumber,
      /** Whose approved RM01 ends within 21 days (D38a). */
      rm01Ending: wholeNumber,
      /** Lines of the store that wait for an officer to say whose they are, or what they are worth (D37). */
      storeLines: wholeNumber,
    }),
  ),
  /** Officers only: settings of the club that nobody has decided about yet, and what members miss without each. */
  unset: z.array(z.object({ setting: z.string(), brings: z.string() })),
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
