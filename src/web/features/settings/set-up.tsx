import { IconCircleCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ClubSetting } from '#contract/club-settings.ts'
import { firstSettings } from '#domain/settings/setting-list.ts'
import { settingSummary, settingTexts, settingMessages as text } from '#domain/text/setting-messages.ts'
import { ProgressBar } from '#web/ui/bars.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { SettingForm } from './setting-form.tsx'
import classes from './settings-page.module.css'

type SetUpProps = { settings: ClubSetting[]; mapHosts: string[]; at: string }

/**
 * Leads the officers of a new club through what only they can decide, one setting after the other. What is skipped stays open, and they
 * come back to it from Home.
 */
export function SetUp({ settings, mapHosts, at }: SetUpProps) {
  const navigate = useNavigate({ from: '/settings' })
  const steps = firstSettings.flatMap(
    (name) => settings.find((each) => each.name === name && each.fixed === null) ?? [],
  )
  const index = steps.findIndex(({ name }) => name === at)
  const setting = steps[index]
  if (!setting) return <AllSet steps={steps} />
  const { label, help } = settingTexts[setting.name]
  const next = () => navigate({ search: { setup: steps[index + 1]?.name ?? 'done' } })
  return (
    <Page
      title={text.setUp}
      heading={label}
      screen={setting.name}
      narrow
      before={
        <div className={classes.progress}>
          <p>{text.step(index + 1, steps.length)}</p>
          <ProgressBar done={index / steps.length} />
        </div>
      }
    >
      <p className={classes.lead}>{help}</p>
      <Card>
        <SettingForm
          key={setting.name}
          setting={setting}
          mapHosts={mapHosts}
          quiet
          saveLabel={text.saveAndGoOn}
          cancelLabel={text.skip}
          onDone={next}
          onCancel={next}
        />
      </Card>
    </Page>
  )
}

function AllSet({ steps }: { steps: ClubSetting[] }) {
  const open = steps.filter(({ isDecided }) => !isDecided)
  return (
    <Page
      title={text.setUp}
      heading={open.length === 0 ? text.allSet : text.someLeft(open.length)}
      screen="done"
      narrow
    >
      <Card as="ul" flush>
        {steps.map(({ name, isDecided, value }) => (
          <li key={name} className={classes.row}>
            <div className={classes.top}>
              <div className={classes.about}>
                <p className={classes.label}>{settingTexts[name].label}</p>
                <p className={classes.value} data-unset={!isDecided || undefined}>
                  {isDecided ? settingSummary(name, value) : text.unset}
                </p>
              </div>
              {isDecided ? (
                <IconCircleCheck size={24} stroke={1.75} aria-hidden className={classes.done} />
              ) : (
                <Link to="/settings" search={{ setup: name }} className={classes.link}>
                  {text.setNow(settingTexts[name].label)}
                </Link>
              )}
            </div>
          </li>
        ))}
      </Card>
      <p className={classes.ways}>
        <Link to="/home" className={classes.link}>
          {text.toHome}
        </Link>
        <Link to="/settings" search={{}} className={classes.link}>
          {text.toSettings}
        </Link>
      </p>
    </Page>
  )
}
