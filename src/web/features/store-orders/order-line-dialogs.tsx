import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { StoreLine } from '#contract/store-orders.ts'
import { inLine } from '#domain/isolated-text.ts'
import { count } from '#domain/text/public-messages.ts'
import { gainInWords } from '#domain/text/store-messages.ts'
import { useLast } from '#web/addresses/use-address-dialog.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { EmailRow, FoundPeople } from '#web/features/manage-practices/add-person.tsx'
import { PersonRow } from '#web/features/manage-practices/person-row.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { assignButtonId, OrderLineSummary } from './order-lines.tsx'
import { isQuantity, QuantityInput } from './paid-counts.tsx'
import classes from './store.module.css'
import { refreshStore, useStoreDialog } from './use-store.ts'

const titles = { owner: 'Who does this belong to?', worth: 'What does it include?', dismiss: 'Ignore this order?' }

/** Dialogs about a waiting order line, from the URL. */
export function OrderLineDialogs({ lines }: { lines: StoreLine[] }) {
  const { search, close } = useStoreDialog()
  const asked = lines.find(({ id, state }) => id === search.line && state === 'waiting') ?? null
  const line = useLast(asked)
  const ask = useLast(search.ask)
  if (line === null || ask === null) return null
  const props = { line, close: () => close() }
  return (
    <InfoDialog
      open={search.ask !== undefined && asked !== null}
      onClose={() => close()}
      title={titles[ask]}
      returnFocus={() => document.getElementById(assignButtonId(line.id))}
    >
      <div key={line.id} className={classes.dialog}>
        <div className={classes.who}>
          <OrderLineSummary line={line} />
        </div>
        <OfflineGuard>
          {ask === 'owner' && <Owner {...props} />}
          {ask === 'worth' && <Worth {...props} />}
          {ask === 'dismiss' && <Dismissal {...props} />}
        </OfflineGuard>
      </div>
    </InfoDialog>
  )
}

type QuestionProps = { line: StoreLine; close: () => void }

function Owner({ line, close }: QuestionProps) {
  const [typed, setTyped] = useState('')
  const [remember, setRemember] = useState(true)
  const assign = useIdempotentMutation(api.storeImport.assign, {
    async onDone({ booked, waiting }) {
      await refreshStore()
      toast({
        text:
          waiting > 0
            ? `${count(booked, 'order')} assigned, ${waiting} waiting.`
            : `${count(booked, 'order')} assigned.`,
      })
      close()
    },
  })
  const to = (owner: { memberId: string } | { email: string }) =>
    assign.act({ lineId: line.id, to: owner, remember: remember && line.email !== '' })
  return (
    <>
      <TextField
        label="Search by name or email"
        type="search"
        autoComplete="off"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          assign.clear()
        }}
      />
      {line.email !== '' && (
        <CheckField
          label={
            <>
              Remember <b>{line.email}</b> for all orders from this email, now and later
            </>
          }
          checked={remember}
          onChange={setRemember}
        />
      )}
      <FoundPeople
        typed={typed}
        person={(person) => (
          <PersonRow
            key={person.id}
            person={person}
            action={
              <ActionButton
                sends
                label={inLine`Assign to ${person.name}`}
                pending={assign.pending}
                onClick={() => to({ memberId: person.id })}
              >
                Assign
              </ActionButton>
            }
          />
        )}
        email={(email) => (
          <EmailRow
            key={email}
            email={email}
            note="No account yet. Applied once they sign up."
            action={
              <ActionButton
                sends
                label={inLine`Assign to ${email}`}
                pending={assign.pending}
                onClick={() => to({ email })}
              >
                Assign
              </ActionButton>
            }
          />
        )}
      />
      {assign.problem && <ErrorNote error={assign.problem} />}
    </>
  )
}

function Worth({ line, close }: QuestionProps) {
  const [paidPractices, setPaidPractices] = useState<number | null>(0)
  const [dayPasses, setDayPasses] = useState<number | null>(0)
  const save = useIdempotentMutation(api.storeImport.setWorth, {
    async onDone({ booked, waiting }) {
      await refreshStore()
      toast({ text: inLine`${line.product}: ${count(booked, 'order')} applied, ${waiting} waiting.` })
      close()
    },
  })
  const gain = { paidPractices: line.quantity * (paidPractices ?? 0), dayPasses: line.quantity * (dayPasses ?? 0) }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isQuantity(paidPractices) && isQuantity(dayPasses)) void save.act({ lineId: line.id, paidPractices, dayPasses })
  }

  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <p className={classes.muted}>
        For all waiting orders of <b>{line.product}</b>. Your webmaster can add it to the settings so future orders are
        applied automatically.
      </p>
      <div className={classes.steppers}>
        <QuantityInput
          label="Paid practices each"
          value={paidPractices}
          error={save.problem?.fields?.paidPractices}
          onChange={setPaidPractices}
        />
        <QuantityInput label="Day passes each" value={dayPasses} onChange={setDayPasses} />
      </div>
      <p>
        This order: <b>{gainInWords(gain)}</b>
      </p>
      {save.problem && !save.problem.fields && <ErrorNote error={save.problem} />}
      <div className={classes.tools}>
        <ActionButton sends type="submit" tone="blue" pending={save.pending}>
          Save
        </ActionButton>
      </div>
    </form>
  )
}

function Dismissal({ line, close }: QuestionProps) {
  const [reason, setReason] = useState('')
  const reopen = useIdempotentMutation(api.storeImport.reopen, { onDone: refreshStore })
  const dismiss = useIdempotentMutation(api.storeImport.dismiss, {
    async onDone() {
      await refreshStore()
      const undo = { label: 'Undo', onClick: () => void reopen.act({ lineId: line.id }) }
      toast({ text: 'Order ignored.', action: undo })
      close()
    },
  })
  const wrong = dismiss.problem?.fields?.reason

  function submit(event: FormEvent) {
    event.preventDefault()
    void dismiss.act({ lineId: line.id, reason: reason.trim() })
  }

  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <TextField
        label="Reason"
        description="Saved with the order, and erased with the buyer. An ignored order isn’t credited to anyone. You can reopen it."
        descriptionBelow
        maxLength={200}
        autoComplete="off"
        value={reason}
        error={wrong}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          dismiss.clear()
        }}
      />
      {dismiss.problem && wrong === undefined && <ErrorNote error={dismiss.problem} />}
      <div className={classes.tools}>
        <ActionButton sends type="submit" tone="red-outline" pending={dismiss.pending}>
          Ignore
        </ActionButton>
      </div>
    </form>
  )
}
