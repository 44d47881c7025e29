import * as z from 'zod/mini'
import { newsKinds } from '#domain/news.ts'
import { longestEndpoint } from '#domain/push-services.ts'
import { contract } from './errors.ts'
import { instant } from './shapes.ts'

const nothing = z.object({})

/** News of practices by mail, and the devices that show them as notifications. */
export const newsMails = {
  stop: contract
    .route({
      method: 'POST',
      path: '/news/stop',
      tags: ['profile'],
      summary: 'Stop mails of one kind',
      description:
        'Switches off what the link at the foot of a mail is about; its token says whose mails and which. Again, it changes nothing more.',
    })
    .input(z.strictObject({ token: z.string().check(z.maxLength(400)) }))
    .output(z.object({ news: z.enum(newsKinds) })),
}

const endpoint = z.string().check(z.minLength(1), z.maxLength(longestEndpoint))

export const MyDevice = z.object({
  id: z.string(),
  /** What the browser gave, by which it knows itself again. */
  endpoint: z.string(),
  /** Browser and system, in words. */
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
      description: 'And the key of the club’s with which a browser registers at its push service.',
    })
    .output(z.object({ serverKey: z.string(), devices: z.array(MyDevice) })),
  add: contract
    .route({
      method: 'POST',
      path: '/profile/devices',
      tags,
      summary: 'Send notifications to this device',
      description:
        'Takes what the browser’s PushSubscription says. Added again it stays one; one that is somebody else’s is refused. The sign-out of this session takes it back.',
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
      summary: 'Send no more notifications to a device',
    })
    .input(z.strictObject({ deviceId: z.string().check(z.maxLength(100)) }))
    .output(nothing),
}
