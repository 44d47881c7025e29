import { messages } from '#domain/messages.ts'
import { useAct } from '#web/act.ts'
import { api } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { toast } from '#web/ui/toasts.tsx'
import classes from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { Section } from './section.tsx'

/** Which mails come (D29). A tick is saved at once; where it cannot be, it goes back. */
export function MailsSection({ places }: { places: boolean }) {
  const save = useAct(api.profile.setMails, {
    onDone: () => toast({ text: messages.profileSaved }),
  })

  async function choose(wanted: boolean) {
    if (save.pending) return
    show(wanted)
    if ((await save.act({ places: wanted })) === null) show(!wanted)
  }

  return (
    <Section title="News by e-mail" lead="Mails about your account, such as a new password, always come.">
      <div className={classes.form}>
        <CheckField label="When a place becomes free and I'm next" checked={places} onChange={choose} />
        <ErrorNote error={save.problem} />
      </div>
    </Section>
  )
}

function show(mailPlaces: boolean) {
  queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, mailPlaces })
}
