import type { ReactNode } from 'react'
import type { SettingJson } from '#contract/club-settings.ts'
import { checkSetting } from '#domain/settings/check-setting.ts'
import { type ClubColor, clubColors, grounds } from '#domain/settings/club-color.ts'
import { type CallValue, type Link, type MapValue, placeOf, type SettingName } from '#domain/settings/setting-list.ts'
import { verifySubject } from '#domain/text/mail-subjects.ts'
import { settingMessages as text } from '#domain/text/setting-messages.ts'
import { MapFrame } from '#web/features/home/map-frame.tsx'
import { RangeCalls, RangeRules } from '#web/features/info/info-page.tsx'
import { useClub } from '#web/lib/use-session.ts'
import { ClubLinks } from '#web/shell/footer.tsx'
import { TargetMark } from '#web/ui/target-drawings.tsx'
import classes from './setting-form.module.css'

type SettingPreviewProps = { name: SettingName; value: SettingJson; mapHosts: string[] }

/** What members will see, where that isn't clear from the fields: the map, the footer, an email, the page with the rules. */
export function SettingPreview({ name, value, mapHosts }: SettingPreviewProps) {
  const club = useClub()
  const checked = checkSetting(name, value, { mapHosts })
  if (checked.outcome === 'refused' || club === null) return null
  const shown: unknown = checked.value
  if (name === 'maps.range' || name === 'maps.carpool') {
    if (shown === null) return null
    const map = shown as MapValue
    return (
      <Preview>
        <div className={classes.map}>
          <MapFrame map={{ place: name === 'maps.range' ? 'range' : 'carpool', sample: false, ...map }} picture />
        </div>
      </Preview>
    )
  }
  if (name === 'name')
    return (
      <Preview>
        <div className={classes.mail}>
          <p className={classes.mailHead}>
            <TargetMark size={24} />
            {String(shown)}
          </p>
          <p>{verifySubject(String(shown))}</p>
        </div>
      </Preview>
    )
  if (name === 'color')
    return shown === null ? null : (
      <Preview>{<Looks>{(mode) => <SampleButton {...clubColors(shown as ClubColor)[mode]} />}</Looks>}</Preview>
    )
  if (name === 'logo')
    return shown === null ? null : (
      <Preview>{<Looks>{() => <img src={String(shown)} alt="" height={32} />}</Looks>}</Preview>
    )
  if (name === 'info.calls') return <Preview>{<RangeCalls calls={shown as CallValue[]} />}</Preview>
  if (name === 'info.rules') return <Preview>{<RangeRules rules={shown as string[]} />}</Preview>
  const footer = footerWith(name, shown)
  if (footer === null) return null
  return (
    <Preview>
      <ul className={classes.footer}>
        <ClubLinks club={{ ...club, ...footer(club) }} />
      </ul>
    </Preview>
  )
}

/** The same in light, dark, and outdoor mode. */
function Looks({ children }: { children: (mode: keyof typeof grounds) => ReactNode }) {
  return (
    <div className={classes.looks}>
      {(['light', 'dark', 'outdoor'] as const).map((mode) => (
        <div key={mode}>
          <div className={classes.look} style={{ background: grounds[mode].paper }}>
            {children(mode)}
          </div>
          <p className={classes.lookName}>{text.looks[mode]}</p>
        </div>
      ))}
    </div>
  )
}

function SampleButton({ gold, 'on-gold': label }: { gold: string; 'on-gold': string }) {
  return (
    <span className={classes.sampleButton} style={{ background: gold, color: label }}>
      {text.sampleButton}
    </span>
  )
}

function Preview({ children }: { children: ReactNode }) {
  return (
    // Repeats what the fields say, so screen readers and the keyboard skip it.
    <div className={classes.preview} aria-hidden inert>
      <p className={classes.previewTitle}>{text.preview}</p>
      {children}
    </div>
  )
}

type FooterFacts = { footerPaths: string[]; socialLinks: Link[]; contactEmail: string | null }

/** What the setting changes in the footer; null if nothing. */
function footerWith(name: SettingName, value: unknown): ((club: FooterFacts) => Partial<FooterFacts>) | null {
  if (name === 'contactEmail') return () => ({ contactEmail: value as string | null })
  if (name === 'socialLinks') return () => ({ socialLinks: value as Link[] })
  const [section, path = ''] = placeOf(name)
  if (section !== 'redirects') return null
  return ({ footerPaths }) => {
    const others = footerPaths.filter((each) => each !== path)
    return { footerPaths: value === null ? others : [...others, path] }
  }
}
