import { officerMessages } from '#domain/text/officer-messages.ts'
import { NumberStepper } from '#web/ui/number-stepper.tsx'

/** As many as one line or one address may bring of a currency (contract/store-orders.ts). */
const most = 1000

/** Whether it can be sent: a whole number that is not too large. */
export function isQuantity(value: number | null): value is number {
  return value !== null && value >= 0 && value <= most
}

type PiecesStepperProps = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  /** What the server says of it. */
  error?: string | undefined
}

export function QuantityInput({ error, value, ...rest }: PiecesStepperProps) {
  const said = isQuantity(value) ? error : officerMessages.countBounds(most)
  return <NumberStepper min={0} max={most} value={value} {...(said === undefined ? {} : { error: said })} {...rest} />
}
