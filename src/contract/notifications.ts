import * as z from 'zod/mini'
import { longestEndpoint, mailKinds } from '#domain/notifications.ts'
import { contract } from './operation.ts'
import { instant } from './schemas.ts'

const nothing = z.object({})

/** Emails about practices, and the devices that get push notifications. */
export const newsMails = {
  stop: contract
    .route({
      method: 'POST',
      path: '/news/stop',
      tags: ['profile'],
      summary: 'Unsubscribe from one kind of email',
      description:
        'Turns off the kind of email whose link was followed. The token says whose and which. Repeating it changes nothing.',
    })
    .input(z.strictObject({ token: z.string().check(z.maxLength(400)) }))
    .output(z.object({ news: z.enum(mailKinds) })),
}

const endpoint = z.string().check(z.minLength(1), z.maxLength(longestEndpoint))

export const MyDevice = z.object({
  id: z.string(),
  /** The browser's push endpoint, by which it recognizes its own entry. */
  endpoint: z.string(),
  /** Browser and system, such as "Chrome on Android". */
  device: z.string(),
  addedAt: instant,
})
export type MyDevice = z.infer<typeof MyDevice>

const tags = ['profile']

export const pushDevices = {
  get: contract
    .route({
      method: 'GET',
      path: '/profile/devices',
      tags,
      summary: 'My devices with notifications',
      description: 'Including the club’s public key, which a browser needs to register with its push service.',
    })
    .output(z.object({ serverKey: z.string(), devices: z.array(MyDevice) })),
  add: contract
    .route({
      method: 'POST',
      path: '/profile/devices',
      tags,
      summary: 'Send notifications to this device',
      description:
        'Takes the browser’s PushSubscription. Adding it again changes nothing; another member’s is refused. Logging out of this session removes it.',
    })
    .input(
      z.strictObject({
        endpoint,
        keys: z.strictObject({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(200)) }),
      }),
    )
    .output(nothing),
  remove: contract
    .route({
      method: 'DELETE',
      path: '/profile/devices/{deviceId}',
      tags,
      summary: 'Stop notifications to a device',
    })
    .input(z.strictObject({ deviceId: z.string().check(z.maxLength(100)) }))
    .output(nothing),
}
