import { useClub } from '#web/auth/use-session.ts'
import { type ClubTimes, createClubTimes } from '#web/lib/club-times.ts'

let known: { key: string; times: ClubTimes } | null = null
let here: { offset: number; zone: string } | null = null

/** The club's way of telling time. Formatters are dear to make, so one set is kept until a zone changes. */
export function useClubTimes() {
  const club = useClub()
  const phoneZone = zoneOfPhone()
  return timesFor(club?.timeZone ?? phoneZone, phoneZone)
}

/** Asked again once the phone's clock shows another time: each row of a long list wants to know. */
function zoneOfPhone() {
  const offset = new Date().getTimezoneOffset()
  if (here?.offset !== offset) here = { offset, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return here.zone
}

function timesFor(clubZone: string, phoneZone: string) {
  const key = `${clubZone} ${phoneZone}`
  if (known?.key !== key) known = { key, times: createClubTimes(clubZone, phoneZone) }
  return known.times
}
