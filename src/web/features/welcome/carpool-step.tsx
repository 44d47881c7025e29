import { largestCar, smallestCar } from '#domain/profile.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { ChoiceCards } from '#web/ui/choice-cards.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import type { StepProps } from './steps.ts'
import classes from './wizard.module.css'

export function CarpoolStep({ draft, update, errors }: StepProps) {
  return (
    <>
      <p className={classes.lead}>Drivers give others rides to away practices.</p>
      <ChoiceCards
        legend="Car"
        legendHidden
        kind="many"
        id="hasCar"
        options={[{ value: 'car', label: 'I have a car' }]}
        chosen={draft.hasCar ? ['car'] : []}
        onToggle={(_, hasCar) => update({ hasCar })}
      />
      {draft.hasCar && (
        <>
          <NumberStepper
            id="carCapacity"
            label="Car capacity"
            hint={`Seats, including the driver (${smallestCar} to ${largestCar}).`}
            min={smallestCar}
            max={largestCar}
            value={draft.carCapacity ?? null}
            onChange={(carCapacity) => update({ carCapacity })}
            error={errors.carCapacity}
          />
          <ChoiceCards
            legend="Driver approval"
            legendHidden
            kind="many"
            id="rm01Completed"
            options={[{ value: 'rm01', label: 'RM01 Completed & Approved' }]}
            chosen={draft.rm01Completed ? ['rm01'] : []}
            onToggle={(_, rm01Completed) => update({ rm01Completed })}
          />
          <p className={classes.hint}>{memberMessages.rm01Meaning}</p>
        </>
      )}
    </>
  )
}
