import type { RememberedAddress } from '#contract/store-orders.ts'
import { EmailText } from '#web/features/manage-practices/person-row.tsx'
import { Section } from '#web/features/resources/section.tsx'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './store.module.css'
import { refreshStore } from './use-store.ts'

/** Whose buyers' private addresses are. */
export function RememberedAddresses({ addresses }: { addresses: RememberedAddress[] }) {
  return (
    <Section title="Remembered emails" text="Orders from these emails are assigned automatically.">
      <Card as="ul" flush>
        {addresses.map((address) => (
          <Row key={address.id} address={address} />
        ))}
      </Card>
    </Section>
  )
}

function Row({ address: { id, email, memberName, forEmail } }: { address: RememberedAddress }) {
  const forget = useIdempotentMutation(api.storeImport.forget, {
    onDone: async () => {
      await refreshStore()
      toast({ text: `${email} removed. Past imports aren’t affected.` })
    },
    onProblem: () => void refreshStore(),
  })
  return (
    <li className={classes.row} data-line>
      <div className={classes.who}>
        <span className={classes.name}>
          <EmailText>{email}</EmailText>
        </span>
        <span className={classes.muted}>{memberName ?? `${forEmail}, not signed up yet`}</span>
      </div>
      <div className={classes.tools}>
        <ActionButton
          sends
          label={`Remove ${email}`}
          pending={forget.pending}
          onClick={() => forget.act({ addressId: id })}
        >
          Remove
        </ActionButton>
      </div>
      {forget.problem && <ErrorNote error={forget.problem} />}
    </li>
  )
}
