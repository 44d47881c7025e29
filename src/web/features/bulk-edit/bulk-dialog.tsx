import { type FormEvent, useEffect, useId, useState } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { type BulkEdit, isOfCounts } from '#domain/bulk-edit.ts'
import { mostOf } from '#domain/ledger.ts'
import { type PassName, passNames } from '#domain/passes.ts'
import { bulkMessages, bulkSentence, leftOutWords } from '#domain/text/bulk-edit-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useMembersDialog } from '#web/addresses/use-address-dialog.ts'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import type { Selection } from '#web/features/data-table/row-selection.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshMembers } from '#web/queries/members.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './bulk-edit.module.css'
import { ChangeTable, useFormatDay } from './change-table.tsx'
import { type Draft, editOf, emptyDraft, type Preview, previewOf } from './draft.ts'
import { useUndoBulk } from './recent-edits.tsx'

type BulkDialogProps = { members: MemberRow[]; picked: Selection }

/** Applies one change to all selected members, after a preview of the effect on each. */
export function BulkDialog({ members, picked }: BulkDialogProps) {
  const { search, close } = useMembersDialog()
  const undo = useUndoBulk()
  const asked = search.open === 'bulk'
  const people = picked.keys.length === 0 ? [] : members.filter(({ id }) => picked.isPicked(id))
  const pointless = asked && people.length === 0
  useEffect(() => {
    if (pointless) close()
  })
  const dayInWords = useFormatDay()

  function finish(editId: string | null, edit: BulkEdit, changed: number) {
    picked.clear()
    if (editId === null) return
    toast({
      text: bulkMessages.applied(bulkSentence(edit, changed, dayInWords)),
      action: { label: 'Undo', onClick: () => void undo.act({ editId }) },
    })
  }

  return (
    <InfoDialog wide open={asked && !pointless} onClose={close} title={`Edit ${count(people.length, 'member')}`}>
      {asked && people.length > 0 && (
        <BulkForm people={people} hidden={picked.hidden} onDone={finish} onPart={picked.replace} />
      )}
    </InfoDialog>
  )
}

const kinds: { value: Draft['of']; label: string }[] = [
  { value: 'day-passes', label: 'Remaining Day Passes' },
  { value: 'paid-practices', label: 'Total Paid Practices' },
  { value: 'rm01', label: 'RM01 approval' },
  { value: 'pass', label: 'Current Pass' },
]

type BulkFormProps = {
  people: MemberRow[]
  hidden: number
  onDone: (editId: string | null, edit: BulkEdit, changed: number) => void
  /** Called with the members that were skipped because they had changed in between. */
  onPart: (left: string[]) => void
}

function BulkForm({ people, hidden, onDone, onPart }: BulkFormProps) {
  const [draft, setDraft] = useState(emptyDraft)
  // Separate from the draft, so typing doesn't recompute the preview of thousands of members.
  const [reason, setReason] = useState('')
  // Snapshot from when the officer opened the dialog: later changes are shown next to it, not overwritten.
  const [seen, setSeen] = useState<ReadonlyMap<string, MemberRow>>(() => new Map(people.map((each) => [each.id, each])))
  const [part, setPart] = useState<{ people: number; left: number } | null>(null)
  const [tried, setTried] = useState(false)
  const { close } = useMembersDialog()
  const needsConnection = useNeedsConnection()
  const edit = editOf(draft)
  const preview = edit && previewOf(edit, people, seen)
  const overtaken = overtakenIn(preview)
  const apply = useIdempotentMutation(api.bulkEdit.apply, {
    onDone: async (made, sent) => {
      await refreshMembers()
      const overtaken = made.left.filter(({ reason }) => reason === 'changed-meanwhile').map(({ memberId }) => memberId)
      if (overtaken.length > 0) {
        setPart({ people: made.people, left: overtaken.length })
        return onPart(overtaken)
      }
      close()
      onDone(made.editId, sent.edit, made.people)
    },
    onProblem: () => void refreshMembers(),
  })
  const reasonMissing = reason.trim() === '' && edit !== null && isOfCounts(edit)
  const fields = apply.problem?.fields

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (edit === null || preview === null || preview.changes.length === 0 || reasonMissing) return
    void apply.act({
      edit,
      seen: preview.changes.map(({ id, now }) => ({ memberId: id, expected: now })),
      reason: reason.trim(),
    })
  }

  function lookAgain(ids: Set<string>) {
    setPart(null)
    apply.clear()
    setSeen(new Map([...seen, ...people.filter(({ id }) => ids.has(id)).map((each) => [each.id, each] as const)]))
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {hidden > 0 && <p className={classes.muted}>{bulkMessages.hidden(hidden)}.</p>}
      {overtaken.length > 0 && (
        <FormMessage
          tone="warning"
          actions={
            <ActionButton onClick={() => lookAgain(new Set(overtaken.map((each) => each.id)))}>
              {overtaken.length === 1 ? 'Include it anyway' : 'Include them anyway'}
            </ActionButton>
          }
        >
          {bulkMessages.overtaken(overtaken.length)}
        </FormMessage>
      )}
      {part && <FormMessage tone="warning">{bulkMessages.appliedInPart(part.people, part.left)}</FormMessage>}
      <Fields
        draft={draft}
        reason={reason}
        fields={fields}
        onReason={(next) => {
          setTried(false)
          setReason(next)
        }}
        reasonError={tried && reasonMissing ? officerMessages.reasonMissing : undefined}
        dayError={tried && draft.of === 'rm01' && edit === null ? bulkMessages.dayMissing : undefined}
        onChange={(change) => {
          setTried(false)
          apply.clear()
          setDraft({ ...draft, ...change })
        }}
      />
      {edit && preview && <PreviewOf edit={edit} preview={preview} />}
      {apply.problem && fields === undefined && <ErrorNote error={apply.problem} />}
      <div className={classes.end}>
        <ActionButton onClick={close}>Cancel</ActionButton>
        <ActionButton
          type="submit"
          tone="blue"
          pending={apply.pending}
          reason={needsConnection ?? (preview?.changes.length === 0 ? bulkMessages.nobodyLeft : null)}
        >
          {preview && preview.changes.length > 0 ? `Change ${count(preview.changes.length, 'member')}` : 'Change'}
        </ActionButton>
      </div>
    </form>
  )
}

type FieldsProps = {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  reason: string
  onReason: (reason: string) => void
  fields: Record<string, string> | undefined
  reasonError: string | undefined
  dayError: string | undefined
}

function Fields({ draft, onChange, reason, onReason, fields, reasonError, dayError }: FieldsProps) {
  const times = useClubTimes()
  const { of, many } = draft
  const counted = of === 'day-passes' || of === 'paid-practices'
  return (
    <>
      <div className={classes.fields}>
        <NativeSelect
          label="What to change"
          value={of}
          onChange={(next) => onChange({ of: next as Draft['of'] })}
          options={kinds}
        />
        {of === 'pass' && (
          <NativeSelect
            label="Current Pass"
            value={draft.pass}
            onChange={(pass) => onChange({ pass: pass as PassName })}
            options={passNames.map((pass) => ({ value: pass, label: pass }))}
          />
        )}
        {of === 'rm01' && (
          <TextField
            type="date"
            label="Approved until"
            min={times.dayOf(serverNow())}
            value={draft.until}
            error={fields?.until ?? dayError}
            onChange={(event) => onChange({ until: event.currentTarget.value })}
          />
        )}
      </div>
      {counted && (
        <div className={classes.fields}>
          <Segmented
            legend="Add or subtract"
            value={draft.adds ? 'add' : 'take'}
            onChange={(how) => onChange({ adds: how === 'add' })}
            options={[
              { value: 'add', label: 'Add' },
              { value: 'take', label: 'Subtract' },
            ]}
          />
          <NumberStepper
            label="How many for each"
            min={1}
            max={mostOf[of]}
            value={many}
            onChange={(next) => onChange({ many: next })}
            error={editOf(draft) === null ? bulkMessages.stepWrong(mostOf[of]) : undefined}
          />
        </div>
      )}
      <TextField
        label={counted ? 'Reason' : 'Reason (optional)'}
        description={`${counted ? `${bulkMessages.reasonMeaning} ` : ''}${officerMessages.sharedReasonErased}`}
        descriptionBelow
        maxLength={200}
        autoComplete="off"
        value={reason}
        error={fields?.reason ?? reasonError}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </>
  )
}

/** Members who changed since the officer opened the dialog. */
function overtakenIn(preview: Preview | null) {
  return (preview?.left ?? []).filter(({ reason }) => reason === 'changed-meanwhile')
}

function PreviewOf({ edit, preview }: { edit: BulkEdit; preview: Preview }) {
  const id = useId()
  const { changes, left, unchanged, totals } = preview
  const overtaken = overtakenIn(preview)
  const out = left.filter(({ reason }) => reason !== 'changed-meanwhile')
  return (
    <section className={classes.preview} aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        Preview
      </h3>
      <p role="status">
        <strong>{count(changes.length, 'member')}</strong>
        {totals && changes.length > 0 && ` · total ${totals.before} → ${totals.after}`}
        {out.length > 0 && ` · ${out.length} skipped`}
        {unchanged > 0 && ` · ${unchanged} unchanged`}
      </p>
      <ChangeTable
        label="Members and resulting values"
        edit={edit}
        rows={[
          ...overtaken.map((each) => ({ ...each, from: each.seen, to: each.now, note: bulkMessages.changedMeanwhile })),
          ...out.map((each) => ({
            ...each,
            from: each.now,
            to: null,
            note: `Skipped: ${leftOutWords[each.reason]}.`,
          })),
          ...changes.map((each) => ({ ...each, from: each.now, to: each.after, note: null })),
        ]}
      />
    </section>
  )
}
