import { pino } from 'pino'
import { createClubDays } from '../config/club-days.ts'
import { createClubHome } from '../home/club-home.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { createSpareTries } from '../identity/failures.ts'
import { createPasswordHashing, createTryPlaces } from '../identity/password-hashing.ts'
import { createSecrets } from '../identity/secrets.ts'
import { createRefusedOperations } from '../ledger/refused-operations.ts'
import { createLiveHub } from '../live/hub.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Parts } from '../parts.ts'
import { createPictureEncoder } from '../pictures/encoder.ts'
import { createShownClub } from '../samples/shown-club.ts'
import type { CommandClub } from './club.ts'

/** The club with all the parts that the app's procedures ask for. No command sends a mail. */
export function createCommandParts(club: CommandClub): Parts {
  const { environment } = club
  const log = pino({ level: 'silent' })
  return {
    database: club.database,
    write: club.write,
    hub: createLiveHub(),
    clock: club.clock,
    club: club.club,
    shownClub: createShownClub(club.database, club.club, environment),
    days: createClubDays(club.club.timeZone),
    calendarSource: environment.calendar.kind,
    devMailbox: true,
    baseUrl: environment.baseUrl,
    authSecret: environment.authSecret,
    secrets: createSecrets(environment.authSecret),
    hashing: createPasswordHashing(),
    tries: createTryPlaces(),
    spareTries: createSpareTries(),
    refusedOperations: createRefusedOperations(club),
    outbox: noMail,
    pushService: null,
    files: club.files,
    pictures: createPictureEncoder(log),
    responseCache: createResponseCache(),
    clubHome: createClubHome(),
    log,
  }
}

const noMail: Outbox = {
  add: async () => {},
  wake() {},
  stop: async () => {},
}
