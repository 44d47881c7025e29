import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import type { ListedKind } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'
import { EmailText } from './person-row.tsx'

/** Emails added to the list before their owners sign up. */
export function PreRegisteredEmails({ record, kind }: { record: PracticeRecord; kind: ListedKind }) {
  const id = useId()
  const practiceId = record.practice.id
  const emails = record.emails.filter((each) => each.kind === kind)
  const remove = useIdempotentMutation(api.managePractices.removeEmail, {
    onDone: () => refreshRecord(practiceId),
    onProblem: () => void refreshRecord(practiceId),
  })
  if (emails.length === 0) return <ErrorNote error={remove.problem} />
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id}>No account yet</h3>
      <p className={classes.about}>{officerMessages.unclaimedMeaning}</p>
      <ul className={classes.list} aria-labelledby={id}>
        {emails.map(({ id: emailId, email }) => (
          <li key={emailId} className={classes.line} data-plain>
            <span className={classes.name}>
              <EmailText>{email}</EmailText>
            </span>
            <IconButton
              sends
              label={inLine`Remove ${email}`}
              className={classes.cross}
              onClick={async () => {
                if (await remove.act({ practiceId, emailId })) toast({ text: officerMessages.emailRemoved(email) })
              }}
            >
              <IconX size={20} stroke={1.75} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <ErrorNote error={remove.problem} />
    </section>
  )
}
