import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PaidCount } from '#contract/store-orders.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { gainInWords } from '#domain/text/store-messages.ts'
import { paidCountsHash } from '#web/addresses/resources-search.ts'
import { Loaded, Section } from '#web/components/section.tsx'
import { EmailText } from '#web/features/manage-practices/person-row.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './store.module.css'
import { paidCountsQuery, refreshStore } from './use-store.ts'

/** Paid practices and passes of people who have yet to sign up, by email. */
export function PaidCounts() {
  const query = useQuery(paidCountsQuery)
  const [editing, setEditing] = useState<string | null>(null)
  const counts = query.data?.counts ?? []
  const done = () => setEditing(null)
  const top = useArrival()
  return (
    <div ref={top}>
      <Section
        title="Paid before signing up"
        text="For people who paid but don’t have an account yet. They’ll be credited when they finish setting up their account."
        side={
          editing !== '' && (
            <ActionButton aria-expanded={false} onClick={() => setEditing('')}>
              Add an email
            </ActionButton>
          )
        }
      >
        <Loaded query={query} label="Loading paid counts">
          {editing === '' && (
            <Card>
              <CountForm
                count={null}
                taken={counts.flatMap(({ id, email }) => (id === '' ? [] : email))}
                onDone={done}
              />
            </Card>
          )}
          {counts.length === 0 ? (
            editing !== '' && (
              <Card flush>
                <EmptyState>No one without an account has paid yet.</EmptyState>
              </Card>
            )
          ) : (
            <Card as="ul" flush>
              {counts.map((each) =>
                editing === each.email ? (
                  <li key={each.email} className={classes.row} data-form>
                    <CountForm count={each} onDone={done} />
                  </li>
                ) : (
                  <CountRow key={each.email} count={each} onChange={() => setEditing(each.email)} />
                ),
              )}
            </Card>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

/** Scrolls to this section if the URL names it, once it has loaded below the rest of the page. */
function useArrival() {
  const top = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === paidCountsHash) top.current?.scrollIntoView()
  }, [hash])
  return top
}

function CountRow({ count: row, onChange }: { count: PaidCount; onChange: () => void }) {
  const { email, paidPractices, dayPasses, store } = row
  const byHand = row.id !== ''
  const back = useIdempotentMutation(api.paidCounts.set, { onDone: refreshStore })
  const value = { paidPractices, dayPasses }
  const remove = useIdempotentMutation(api.paidCounts.remove, {
    async onDone() {
      await refreshStore()
      const undo = { label: 'Undo', onClick: () => void back.act({ email, expected: null, value }) }
      toast({ text: inLine`Removed the paid count for ${email}.`, action: undo })
    },
    onProblem: () => void refreshStore(),
  })
  const fromStore = store.paidPractices !== 0 || store.dayPasses !== 0
  return (
    <li className={classes.row} data-line>
      <div className={classes.who}>
        <span className={classes.name}>
          <EmailText>{email}</EmailText>
        </span>
        {byHand && (
          <span>
            {count(paidPractices, 'paid practice')}, {count(dayPasses, 'day pass', 'day passes')}
          </span>
        )}
        {fromStore && (
          <span className={classes.muted}>
            {byHand ? 'Plus from' : 'From'} the store: {gainInWords(store)}
          </span>
        )}
      </div>
      <div className={classes.tools}>
        <ActionButton
          label={byHand ? inLine`Change the paid count for ${email}` : inLine`Add to the paid count for ${email}`}
          onClick={onChange}
        >
          {byHand ? 'Change' : 'Add'}
        </ActionButton>
        {byHand && (
          <ActionButton
            sends
            tone="quiet"
            label={inLine`Remove the paid count for ${email}`}
            pending={remove.pending}
            onClick={() => remove.act({ email, expected: value })}
          >
            Remove
          </ActionButton>
        )}
      </div>
      {remove.problem && <ErrorNote error={remove.problem} />}
    </li>
  )
}

type CountFormProps = {
  /** Current count; null for an email that has yet to be typed. */
  count: PaidCount | null
  /** Emails that already have a count. */
  taken?: string[]
  onDone: () => void
}

function CountForm({ count: row, taken = [], onDone }: CountFormProps) {
  // The count when the form opened, or as last shown after a conflict, so that a change is never overwritten unread.
  const [seen, setSeen] = useState(row)
  const [email, setEmail] = useState(row?.email ?? '')
  const [paidPractices, setPaidPractices] = useState<number | null>(row?.paidPractices ?? 0)
  const [dayPasses, setDayPasses] = useState<number | null>(row?.dayPasses ?? 0)
  const save = useIdempotentMutation(api.paidCounts.set, {
    async onDone() {
      await refreshStore()
      toast({ text: inLine`Saved for ${email.trim()}.` })
      onDone()
    },
    onProblem: () => void refreshStore(),
  })
  const fields = save.problem?.fields
  const isTaken = row === null && taken.includes(email.trim().toLowerCase())
  const isAnother = row !== null && (row.paidPractices !== seen?.paidPractices || row.dayPasses !== seen.dayPasses)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isQuantity(paidPractices) || !isQuantity(dayPasses) || isTaken) return
    const from = save.problem ? row : seen
    setSeen(from)
    void save.act({
      email: email.trim(),
      expected: from && from.id !== '' ? { paidPractices: from.paidPractices, dayPasses: from.dayPasses } : null,
      value: { paidPractices, dayPasses },
    })
  }

  return (
    <form
      className={classes.dialog}
      onSubmit={submit}
      noValidate
      aria-label={row ? inLine`Change ${row.email}` : 'Add an email'}
    >
      {row ? (
        <p className={classes.name}>
          <EmailText>{row.email}</EmailText>
        </p>
      ) : (
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          error={isTaken ? 'This email already has a count. Change it in the list below.' : fields?.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            save.clear()
          }}
        />
      )}
      <div className={classes.steppers}>
        <QuantityInput
          label="Paid practices"
          value={paidPractices}
          error={fields?.paidPractices}
          onChange={setPaidPractices}
        />
        <QuantityInput label="Day passes" value={dayPasses} onChange={setDayPasses} />
      </div>
      {save.problem && !fields && <ErrorNote error={save.problem} />}
      {save.problem && isAnother && (
        <p>
          Now it’s {count(row.paidPractices, 'paid practice')} and {count(row.dayPasses, 'day pass', 'day passes')}.
          Save again to overwrite it.
        </p>
      )}
      <div className={classes.tools}>
        <ActionButton sends type="submit" tone="blue" pending={save.pending}>
          Save
        </ActionButton>
        <ActionButton tone="quiet" onClick={onDone}>
          Cancel
        </ActionButton>
      </div>
    </form>
  )
}

/** Largest quantity of a currency per order line or email (contract/store-orders.ts). */
const largestQuantity = 1000

/** Valid quantity: a whole number within the limit. */
export function isQuantity(value: number | null): value is number {
  return value !== null && value >= 0 && value <= largestQuantity
}

type QuantityInputProps = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  /** Validation error from the server. */
  error?: string | undefined
}

export function QuantityInput({ error, value, ...rest }: QuantityInputProps) {
  const said = isQuantity(value) ? error : officerMessages.countBounds(largestQuantity)
  return (
    <NumberStepper
      min={0}
      max={largestQuantity}
      value={value}
      {...(said === undefined ? {} : { error: said })}
      {...rest}
    />
  )
}
