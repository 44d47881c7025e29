import { type FormEvent, useEffect, useState } from 'react'
import { isCarCapacity, usualCar } from '#domain/profile-limits.ts'
import { capacityMessage } from '#domain/text/member-messages.ts'
import { useHomeDialog, useLast } from '#web/addresses/use-address-dialog.ts'
import { CarFields } from '#web/components/car-fields.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshHome, saveHome } from '#web/queries/home.ts'
import { refreshMyPractices, saveMyPractices } from '#web/queries/my-practices.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './car-dialog.module.css'
import { savedText, saveRsvp } from './rsvp-changes.ts'
import { askToShowGoing } from './show-going.ts'

/** Driving requires a car in the profile: asks for it, then saves the driver RSVP. */
export function CarDialog({ practices }: { practices: { id: string }[] }) {
  const { search, close } = useHomeDialog()
  const asked = search.open === 'car'
  const practice = practices.find(({ id }) => asked && id === search.practice)
  const [busy, setBusy] = useState(false)
  const practiceId = useLast(practice?.id)
  const pointless = asked && practice === undefined && !busy
  useEffect(() => {
    if (pointless) close()
  })
  return (
    <Dialog
      open={asked && !pointless}
      onClose={close}
      title="Add your car"
      text="So others know how many seats you have."
    >
      {practiceId !== null && <CarForm practiceId={practiceId} onBusy={setBusy} onClose={close} />}
    </Dialog>
  )
}

type CarFormProps = { practiceId: string; onBusy: (busy: boolean) => void; onClose: () => void }

function CarForm({ practiceId, onBusy, onClose }: CarFormProps) {
  const [capacity, setCapacity] = useState<number | null>(usualCar)
  const [rm01Completed, setRm01] = useState(false)
  const [wrong, setWrong] = useState(false)
  const setCar = useIdempotentMutation(api.profile.setCar)
  const answer = useIdempotentMutation(api.practices.answer)
  const pending = setCar.pending || answer.pending

  async function save() {
    if (capacity === null || !isCarCapacity(capacity)) {
      setWrong(true)
      document.getElementById('carCapacity')?.focus()
      return
    }
    onBusy(true)
    const saved = await setCar.act({ hasCar: true, carCapacity: capacity, rm01Completed })
    if (saved !== null) {
      saveHome((home) => ({ ...home, hasCar: true }))
      saveMyPractices((mine) => ({ ...mine, hasCar: true }))
    }
    const counts = saved === null ? null : await answer.act({ practiceId, answer: 'driver' })
    if (counts !== null) {
      saveRsvp(practiceId, 'driver', counts)
      toast({ text: savedText('driver', counts.myPosition) })
      if (counts.myPosition === null) askToShowGoing(practiceId)
      onClose()
    }
    onBusy(false)
    void refreshHome()
    void refreshMyPractices()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <CarFields
        capacity={capacity}
        onCapacity={(seats) => {
          setCapacity(seats)
          setWrong(false)
        }}
        error={wrong ? capacityMessage : undefined}
        rm01Completed={rm01Completed}
        onRm01Completed={setRm01}
      />
      <ErrorNote error={setCar.problem ?? answer.problem} />
      <div className={classes.actions}>
        <ActionButton onClick={onClose}>Cancel</ActionButton>
        <ActionButton type="submit" tone="gold" pending={pending}>
          Save and drive
        </ActionButton>
      </div>
    </form>
  )
}
