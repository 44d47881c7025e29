import { useClub } from '#web/session/session.ts'
import { type ClubTimes, createClubTimes } from './club-times.ts'

let known: { key: string; times: ClubTimes } | null = null

/** The club's way of telling time. Formatters are dear to make, so one set is kept until a zone changes. */
export function useClubTimes() {
  const club = useClub()
  const phoneZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return timesFor(club?.timeZone ?? phoneZone, phoneZone)
}

function timesFor(clubZone: string, phoneZone: string) {
  const key = `${clubZone} ${phoneZone}`
  if (known?.key !== key) known = { key, times: createClubTimes(clubZone, phoneZone) }
  return known.times
}
