import { useState } from 'react'
import { longestWhy } from '#domain/scorecards/card.ts'
import { count } from '#domain/text/public-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ChoiceCards } from '#web/ui/choice-cards.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const reasons = ['Recorded wrong', 'Line call', 'Judge’s call', 'Something else'] as const
type Reason = (typeof reasons)[number]

type WhyDialogProps = {
  /** The arrow as text; null while the dialog is closed. */
  of: string | null
  onClose: () => void
  onWhy: (why: string) => void
}

/** Changing an arrow of a past end requires a reason, which is shown on the card. */
export function WhyDialog({ of, onClose, onWhy }: WhyDialogProps) {
  const [reason, setReason] = useState<Reason>(reasons[0])
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)

  function go() {
    const why = reason === 'Something else' ? text.trim() : reason
    if (why === '') return setMissing(true)
    setText('')
    setMissing(false)
    onWhy(why)
  }

  return (
    <Dialog
      open={of !== null}
      onClose={onClose}
      title="Change a finished end?"
      text={of === null ? undefined : `You’re about to change ${of}. Why?`}
      actions={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton tone="blue" onClick={go}>
            Continue
          </ActionButton>
        </>
      }
    >
      <ChoiceCards
        legend="Reason for the change"
        legendHidden
        kind="one"
        options={reasons.map((value) => ({ value, label: value }))}
        chosen={[reason]}
        onToggle={(value) => {
          setReason(value)
          setMissing(false)
        }}
      />
      {reason === 'Something else' && (
        <TextField
          label="Describe it"
          maxLength={longestWhy}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={missing ? 'Enter a reason in a few words.' : undefined}
        />
      )}
    </Dialog>
  )
}

type FillDialogProps = {
  open: boolean
  missing: number
  entered: number
  /** `End 3`. */
  end: string
  onClose: () => void
  onFill: () => Promise<unknown>
}

/** Fills an incomplete end with misses. */
export function FillDialog({ open, missing, entered, end, onClose, onFill }: FillDialogProps) {
  const [pending, setPending] = useState(false)
  const has = entered === 0 ? 'no arrows yet' : `only ${count(entered, 'arrow')}`
  const rest = entered > 0 ? 'the rest' : missing === 1 ? 'it' : 'all of them'
  return (
    <ConfirmDialog
      open={open}
      title={`${count(missing, 'arrow')} missing`}
      text={`${end} has ${has}. Skip ${rest} as ${missing === 1 ? 'a miss' : 'misses'} (M)?`}
      confirm={`Score ${missing === 1 ? 'a miss' : `${missing} misses`}`}
      cancel="Keep scoring"
      favorsCancel
      pending={pending}
      onCancel={onClose}
      onConfirm={async () => {
        setPending(true)
        await onFill()
        setPending(false)
      }}
    />
  )
}
