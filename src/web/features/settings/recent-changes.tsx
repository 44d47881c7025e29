import { useQuery } from '@tanstack/react-query'
import type { ClubSetting, SettingChange } from '#contract/club-settings.ts'
import { describeSetting, settingTexts, settingMessages as text } from '#domain/text/setting-messages.ts'
import { Loaded, Section } from '#web/components/section.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import classes from './settings-page.module.css'
import { refreshSettings, settingChangesQuery } from './settings-query.ts'

/** Who changed what, with a way back for each. */
export function RecentChanges({ settings }: { settings: ClubSetting[] }) {
  const query = useQuery(settingChangesQuery)
  const changes = query.data?.changes ?? []
  return (
    <Section title={text.changes} text={changes.length > 0 && text.changesLead}>
      <Loaded query={query} label="Loading the changes">
        <Card as={changes.length > 0 ? 'ul' : 'div'} flush>
          {changes.length === 0 && <EmptyState>{text.noChanges}</EmptyState>}
          {changes.map((change) => {
            const setting = settings.find(({ name }) => name === change.name)
            return setting && <Change key={change.id} change={change} setting={setting} />
          })}
        </Card>
      </Loaded>
    </Section>
  )
}

function Change({ change, setting }: { change: SettingChange; setting: ClubSetting }) {
  const times = useClubTimes()
  const now = serverNow()
  const { label } = settingTexts[change.name]
  const undo = useIdempotentMutation(api.clubSettings.undo, {
    onDone: async () => {
      await refreshSettings()
      toast({ text: text.undone })
    },
  })
  return (
    <li className={classes.row}>
      <div className={classes.top}>
        <div className={classes.about}>
          <p className={classes.label}>{text.changed(label)}</p>
          <p className={classes.help}>
            {change.by} · <time dateTime={change.at}>{times.moment(Date.parse(change.at), times.dayOf(now), now)}</time>
          </p>
          <p className={classes.value}>
            {text.fromTo(describeSetting(change.before?.value), describeSetting(change.after?.value))}
          </p>
        </div>
        {setting.fixed === null && (
          <ActionButton
            sends
            label={text.undoOf(label)}
            pending={undo.pending}
            onClick={() => undo.act({ changeId: change.id, seen: setting.revision })}
          >
            {text.undo}
          </ActionButton>
        )}
      </div>
      <ErrorNote error={undo.problem} onRetry={undo.retry} pending={undo.pending} />
    </li>
  )
}
