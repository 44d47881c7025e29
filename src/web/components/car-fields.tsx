import { isCarCapacity, largestCar, smallestCar } from '#domain/profile-limits.ts'
import { seatsOffered } from '#domain/rsvp.ts'
import { memberMessages, seatsForOthers } from '#domain/text/member-messages.ts'
import { useClub } from '#web/lib/use-session.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import classes from './car-fields.module.css'

type CarFieldsProps = {
  capacity: number | null
  onCapacity: (capacity: number | null) => void
  /** What is wrong with the capacity. */
  error: string | undefined
  rm01Completed: boolean
  onRm01Completed: (completed: boolean) => void
}

/** The questions about a member's car: its seats, and the university's approval, with its form if the club links one. */
export function CarFields({ capacity, onCapacity, error, rm01Completed, onRm01Completed }: CarFieldsProps) {
  const url = useClub()?.rm01Url ?? null
  return (
    <>
      <div>
        <NumberStepper
          id="carCapacity"
          label="Car capacity"
          hint={memberMessages.seatsHint}
          min={smallestCar}
          max={largestCar}
          value={capacity}
          onChange={onCapacity}
          error={error}
          announced
        />
        {error === undefined && (
          <p className={classes.seats}>
            {isCarCapacity(capacity) ? `That’s ${seatsForOthers(seatsOffered(Number(capacity)))}.` : '\u00A0'}
          </p>
        )}
      </div>
      <CheckField
        label={memberMessages.rm01}
        description={
          <>
            {memberMessages.rm01Meaning}{' '}
            {url !== null && <ExternalLink href={url}>{memberMessages.rm01Form}</ExternalLink>}
          </>
        }
        checked={rm01Completed}
        onChange={onRm01Completed}
      />
    </>
  )
}
