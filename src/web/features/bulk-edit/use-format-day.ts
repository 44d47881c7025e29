import { serverNow } from '#web/lib/server-clock.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'

/** A local day as the club reads it. */
export function useFormatDay() {
  const times = useClubTimes()
  return (day: string) => times.date(day, serverNow())
}
