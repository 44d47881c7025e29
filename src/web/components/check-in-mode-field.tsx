import { type CheckInMode, checkInModes } from '#domain/check-in.ts'
import { checkInModeTexts } from '#domain/text/check-in-messages.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import classes from './check-in-mode-field.module.css'

type CheckInModeFieldProps = { legend: string; value: CheckInMode; onChange: (mode: CheckInMode) => void }

/** How members check in, and what the chosen way means. */
export function CheckInModeField({ legend, value, onChange }: CheckInModeFieldProps) {
  return (
    <div className={classes.field}>
      <Segmented
        legend={legend}
        value={value}
        onChange={onChange}
        options={checkInModes.map((mode) => ({ value: mode, label: checkInModeTexts[mode].label }))}
      />
      <p role="status" className={classes.meaning}>
        {checkInModeTexts[value].meaning}
      </p>
    </div>
  )
}
