import { IconBell, IconBellOff, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { MyDevice } from '#contract/notifications.ts'
import type { MyProfile } from '#contract/profile.ts'
import {
  channelsOf,
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from '#domain/notifications.ts'
import { installMessages, newsMessages } from '#domain/text/device-messages.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { IosInstructions } from '#web/features/install/ios-instructions.tsx'
import { type DeviceState, unregister } from '#web/features/notifications/push-subscription.ts'
import { refreshDevices, useThisDevice, useTurnOn } from '#web/features/notifications/use-this-device.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Skeletons } from '#web/ui/page.tsx'
import classes from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { Section, useProfileDialog } from './profile-section.tsx'

type NotificationChoices = MyProfile['news']

/** Which notifications to send, and by which channel. A checkbox saves right away and reverts if that fails. */
export function NotificationsSection({ news }: { news: NotificationChoices }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const device = useThisDevice()
  const reachId = useId()
  const reach = reachOf(device)
  if (!device.isSettled)
    return (
      <Section id="notifications" title={newsMessages.title} lead={newsMessages.lead}>
        <Skeletons label={messages.loading}>
          <div className={`${classes.waiting} ${classes.waitingChoices}`} />
        </Skeletons>
      </Section>
    )
  return (
    <Section id="notifications" title={newsMessages.title} lead={newsMessages.lead}>
      <div className={classes.form}>
        <Devices device={device} />
        <div className={classes.newsBox}>
          <table className={classes.notifications}>
            <thead>
              <tr>
                <td />
                {notificationChannels.map((way) => (
                  <th key={way} scope="col">
                    {newsMessages.ways[way]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {notificationKinds.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{newsMessages.kinds[kind]}</th>
                  {notificationChannels.map((way) => (
                    <td key={way}>
                      {channelsOf(kind).includes(way) && (
                        <Choice
                          kind={kind}
                          way={way}
                          wanted={(news[kind] as Partial<Record<NotificationChannel, boolean>>)[way] === true}
                          onProblem={setProblem}
                          reach={way === 'push' ? reach : 'here'}
                          reachId={reachId}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {reach !== 'here' && (
          <p id={reachId} className={classes.when}>
            {reach === 'none' ? newsMessages.noDevice : newsMessages.otherDevices}
          </p>
        )}
        <ErrorNote error={problem} />
      </div>
    </Section>
  )
}

type ThisDeviceState = ReturnType<typeof useThisDevice>
/** Where push notifications arrive: on this device, only on others, or nowhere. */
type Reach = 'here' | 'elsewhere' | 'none'

function reachOf({ known, devices, here }: ThisDeviceState): Reach {
  if (known.data === undefined || here?.state === 'on') return 'here'
  return devices.length > 0 ? 'elsewhere' : 'none'
}

type ChoiceProps = {
  kind: NotificationKind
  way: NotificationChannel
  wanted: boolean
  onProblem: (problem: Problem | null) => void
  reach: Reach
  /** The id of the text about it, unless they arrive here. */
  reachId: string
}

function Choice({ kind, way, wanted, onProblem, reach, reachId }: ChoiceProps) {
  const save = useIdempotentMutation(api.profile.setNews, {
    onDone() {
      onProblem(null)
      toast({ text: memberMessages.profileSaved })
    },
    onProblem,
  })

  async function choose(now: boolean) {
    if (save.pending) return
    showChoice(kind, way, now)
    if ((await save.act({ news: kind, way, wanted: now })) === null) showChoice(kind, way, !now)
  }

  const label = `${newsMessages.kinds[kind]}: ${newsMessages.ways[way]}`
  return (
    <CheckField
      aria-label={label}
      aria-describedby={reach === 'here' ? undefined : reachId}
      muted={reach === 'none'}
      checked={wanted}
      onChange={choose}
    />
  )
}

function showChoice(kind: NotificationKind, way: NotificationChannel, wanted: boolean) {
  queryClient.setQueryData(
    profileQuery.queryKey,
    (profile) => profile && { ...profile, news: { ...profile.news, [kind]: { ...profile.news[kind], [way]: wanted } } },
  )
}

/** Whether this device shows notifications, and the member's other devices. */
function Devices({ device: { known, serverKey, devices, here } }: { device: ThisDeviceState }) {
  if (!here)
    return (
      known.error && <ErrorNote error={toProblem(known.error)} onRetry={known.refetch} pending={known.isFetching} />
    )
  const { state, endpoint } = here
  const own = devices.find((device) => device.endpoint === endpoint)
  return (
    <ul className={classes.sessions} aria-label={newsMessages.devices}>
      <ThisDevice state={state} serverKey={serverKey} own={own} />
      {devices
        .filter((device) => device !== own)
        .map((device) => (
          <OtherDevice key={device.id} device={device} />
        ))}
    </ul>
  )
}

function ThisDevice({ state, serverKey, own }: { state: DeviceState; serverKey: string; own?: MyDevice | undefined }) {
  const dialog = useProfileDialog('install')
  const { turnOn, pending, problem } = useTurnOn(serverKey)
  const remove = useRemoval(unregister)
  const Bell = state === 'on' ? IconBell : IconBellOff

  const actions: Partial<Record<DeviceState, ReactNode>> = {
    off: (
      <ActionButton tone="blue" label={newsMessages.turnOnHere} pending={pending} onClick={turnOn}>
        {newsMessages.turnOn}
      </ActionButton>
    ),
    on: own && (
      <ActionButton
        label={newsMessages.turnOffHere}
        pending={remove.pending}
        onClick={() => remove.act({ deviceId: own.id })}
      >
        {newsMessages.turnOff}
      </ActionButton>
    ),
    'needs-home-screen': (
      <ActionButton aria-haspopup="dialog" onClick={dialog.open}>
        {installMessages.showHow}
      </ActionButton>
    ),
  }
  return (
    <>
      <DeviceRow
        icon={<Bell size={24} stroke={1.75} aria-hidden />}
        name={newsMessages.thisDevice}
        says={newsMessages.states[state]}
        problem={problem ?? remove.problem}
        action={actions[state]}
      />
      {state === 'needs-home-screen' && (
        <IosInstructions open={dialog.isOpen} onClose={dialog.close} text={installMessages.lead} />
      )}
    </>
  )
}

function OtherDevice({ device }: { device: MyDevice }) {
  const times = useClubTimes()
  const now = useNow('minute')
  const remove = useRemoval()
  const Icon = /iPhone|Android/.test(device.device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <DeviceRow
      icon={<Icon size={24} stroke={1.75} aria-hidden />}
      name={device.device}
      says={newsMessages.since(times.moment(Date.parse(device.addedAt), times.dayOf(now), now))}
      problem={remove.problem}
      action={
        <ActionButton
          label={newsMessages.turnOffOf(device.device)}
          pending={remove.pending}
          onClick={() => remove.act({ deviceId: device.id })}
        >
          {newsMessages.turnOff}
        </ActionButton>
      }
    />
  )
}

type DeviceRowProps = {
  icon: ReactNode
  name: string
  says: string
  problem: Problem | { message: string } | null
  action: ReactNode
}

function DeviceRow({ icon, name, says, problem, action }: DeviceRowProps) {
  return (
    <li className={classes.session}>
      {icon}
      <div className={classes.device}>
        <p className={classes.deviceName}>{name}</p>
        <p className={classes.when}>{says}</p>
        <ErrorNote error={problem} />
      </div>
      {action}
    </li>
  )
}

/** @param also cleanup to run along with the removal */
function useRemoval(also: () => Promise<void> = async () => {}) {
  return useIdempotentMutation(api.pushDevices.remove, {
    async onDone() {
      await also()
      toast({ text: newsMessages.turnedOff })
      await refreshDevices()
    },
    onProblem: ({ kind }) => void (kind === 'not-found' && refreshDevices()),
  })
}
