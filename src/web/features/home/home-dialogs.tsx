import type { Home } from '#contract/home.ts'
import { CarDialog } from '#web/features/practices/car-dialog.tsx'
import { MapDialog } from './map-dialog.tsx'
import { PassDialog } from './pass-dialog.tsx'
import { PastDialog } from './past-dialog.tsx'
import { UpcomingDialog } from './upcoming-dialog.tsx'

type HomeDialogsProps = { home: Home; now: number; officer: boolean }

/** What opens over the home page for everybody; each looks into the address whether it is asked for. */
export function HomeDialogs({ home, now, officer }: HomeDialogsProps) {
  return (
    <>
      <PassDialog pass={home.pass} />
      {!officer && <PastDialog home={home} now={now} />}
      <UpcomingDialog home={home} now={now} />
      <MapDialog maps={home.maps} />
      <CarDialog practices={[...home.next, ...home.upcoming]} />
    </>
  )
}
