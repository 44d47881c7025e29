import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { ClubSetting } from '#contract/club-settings.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { settingSummary, settingTexts, settingMessages as text } from '#domain/text/setting-messages.ts'
import { Loaded, Section } from '#web/components/section.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card, Chip } from '#web/ui/card.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page } from '#web/ui/page.tsx'
import { EmailPreview, previewOf } from './email-preview.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { ResetToFile } from './reset-to-file.tsx'
import { SetUp } from './set-up.tsx'
import { SettingForm } from './setting-form.tsx'
import classes from './settings-page.module.css'
import { settingsQuery } from './settings-query.ts'

const groups: Record<keyof typeof text.groups, SettingName[]> = {
  club: ['name', 'logo', 'color', 'contactEmail', 'webmailUrl', 'rm01Url'],
  maps: ['maps.range', 'maps.carpool'],
  store: ['storeLinks.practices', 'storeLinks.passes', 'storeImport.products'],
  links: ['socialLinks', 'redirects.merch', 'redirects.sponsorship', 'redirects.donate'],
  practices: [
    'terms',
    'practices.startWindowMinutes',
    'practices.checkInMode',
    'practices.weeklyEmail',
    'practices.remindHours',
    'practices.remindDriversHours',
    'practices.replyDeadlineHours',
    'practices.promoteUntilHours',
    'practices.remindBalance',
    'practices.showWhoIsGoing',
    'practices.lookAheadDays',
    'practices.nextPanels',
    'practices.upcomingTile',
    'practices.pastTile',
  ],
  newMembers: ['welcome.dayPasses', 'welcome.paidPractices'],
  guests: ['guests.allowed', 'guests.mostPerTerm', 'waiver'],
  info: ['info.calls', 'info.rules'],
  documents: ['constitution', 'resources'],
}

/** What officers set for the whole club. */
export function SettingsPage() {
  useKeptFocus()
  const query = useQuery(settingsQuery)
  const { setup } = useSearch({ from: '/settings' })
  const { data } = query
  if (setup !== undefined && data) return <SetUp settings={data.settings} mapHosts={data.mapHosts} at={setup} />
  return (
    <Page title={text.title}>
      <p className={classes.lead}>{text.lead}</p>
      <Loaded query={query} label="Loading the settings">
        {data && (
          <div className={classes.groups}>
            {Object.entries(groups).map(([group, names]) => (
              <Section key={group} title={text.groups[group as keyof typeof groups]}>
                <Card flush>
                  {names.map((name) => {
                    const setting = data.settings.find((each) => each.name === name)
                    return setting && <SettingRow key={name} setting={setting} mapHosts={data.mapHosts} />
                  })}
                </Card>
              </Section>
            ))}
            <RecentChanges settings={data.settings} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** A setting with its value; its fields open below it. */
function SettingRow({ setting, mapHosts }: { setting: ClubSetting; mapHosts: string[] }) {
  const { name, fixed, isDecided, isFromApp, fileValue } = setting
  const { label, help } = settingTexts[name]
  const { edit, preview } = useSearch({ from: '/settings' })
  const kind = previewOf[name]
  const [isOpen, setOpen] = useState(edit === name && fixed === null)
  const row = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()

  // The button that opened the fields is gone. Later than the page's heading, which takes the focus when the page opens.
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => {
      const form = row.current?.querySelector('form')
      // Some begin with a button, like the one that lowers a number; the file chooser is hidden.
      const field = form?.querySelector<HTMLElement>(':is(input:not([hidden]), textarea, select)')
      ;(field ?? form?.querySelector('button'))?.focus()
    })
    return () => clearTimeout(timer)
  }, [isOpen])

  function close() {
    setOpen(false)
    heading.current?.focus()
  }

  return (
    <section ref={row} className={classes.row} aria-labelledby={id}>
      <div className={classes.top}>
        <div className={classes.about}>
          <h3 id={id} ref={heading} tabIndex={-1} className={classes.label}>
            {label}
          </h3>
          <p className={classes.help}>{help}</p>
          {!isOpen && <Value setting={setting} />}
        </div>
        {fixed !== null ? (
          <Chip tone="outline">{text.isFixed}</Chip>
        ) : (
          !isOpen && (
            <ActionButton label={text.editing(label)} onClick={() => setOpen(true)}>
              {text.edit}
            </ActionButton>
          )
        )}
      </div>
      {fixed !== null && <p className={classes.help}>{fixed}</p>}
      {kind && !isOpen && <EmailPreview kind={kind} open={preview === kind} />}
      {isOpen && (
        <>
          <SettingForm setting={setting} mapHosts={mapHosts} onDone={close} onCancel={close} />
          {isFromApp && isDecided && (
            <div className={classes.file}>
              <p className={classes.help}>{text.inFile(settingSummary(name, fileValue))}</p>
              <ResetToFile setting={setting} onDone={close} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Value({ setting: { name, value, isDecided } }: { setting: ClubSetting }) {
  if (!isDecided)
    return (
      <p className={classes.value} data-unset>
        {text.unset}
      </p>
    )
  return <p className={classes.value}>{settingSummary(name, value)}</p>
}
