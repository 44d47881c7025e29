import * as z from 'zod/mini'
import { longestText } from '#domain/settings/check-setting.ts'
import { settingNames } from '#domain/settings/setting-list.ts'
import { contract } from './operation.ts'
import { instant, manyLines, oneLine, wholeNumber } from './schemas.ts'

const name = z.enum(settingNames)
/** Its form depends on the setting (domain/settings/setting-list.ts). The 64 KB of a request bound its size. */
const value = z.union([
  manyLines(longestText),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
])

export type SettingJson = z.infer<typeof value>

export const ClubSetting = z.object({
  name,
  /** The value in use; null if the club has none, or hasn't decided. */
  value,
  /** False for one that the club has never set, and that has no default. */
  isDecided: z.boolean(),
  /** Whether it was set in the app. Otherwise the value is from `club.config.ts`, or the default. */
  isFromApp: z.boolean(),
  /** If it was set in the app: what `club.config.ts` says or the default; null if neither says anything. */
  fileValue: value,
  /** Why officers can’t change it; null if they can. */
  fixed: z.nullable(z.string()),
  /** Of its last change in the app; 0 if there was none. A change has to name it. */
  revision: wholeNumber,
  changedAt: z.nullable(instant),
  changedBy: z.nullable(z.string()),
})
export type ClubSetting = z.infer<typeof ClubSetting>

export const SettingChange = z.object({
  id: z.string(),
  name,
  at: instant,
  by: z.string(),
  /** Null: as in `club.config.ts`. */
  before: z.nullable(z.object({ value })),
  after: z.nullable(z.object({ value })),
})
export type SettingChange = z.infer<typeof SettingChange>

const tags = ['settings']
/** The revision that the officer has seen; if another officer has changed the setting since then, it isn't overwritten. */
const seen = wholeNumber.check(z.gte(0))
const Changed = z.object({ revision: wholeNumber })

export const clubSettings = {
  get: contract.route({ method: 'GET', path: '/settings', tags, summary: 'The club’s settings' }).output(
    z.object({
      settings: z.array(ClubSetting),
      /** Where maps may come from. */
      mapHosts: z.array(z.string()),
    }),
  ),
  set: contract
    .route({
      method: 'PUT',
      path: '/settings/{name}',
      tags,
      summary: 'Change a setting',
      description:
        'Applies right away. Links that members follow with money or a password need your own password, entered within the last 10 minutes.',
    })
    .input(z.strictObject({ name, value, seen }))
    .output(Changed),
  reset: contract
    .route({
      method: 'DELETE',
      path: '/settings/{name}',
      tags,
      summary: 'Go back to the setting in club.config.ts',
    })
    .input(z.strictObject({ name, seen }))
    .output(Changed),
  undo: contract
    .route({
      method: 'POST',
      path: '/settings/changes/{changeId}/undo',
      tags,
      summary: 'Go back to the value before a change',
    })
    .input(z.strictObject({ changeId: z.string().check(z.maxLength(200)), seen }))
    .output(Changed),
}

export const clubFiles = {
  upload: contract
    .route({
      method: 'POST',
      path: '/settings/files',
      tags,
      summary: 'Upload a file for the club',
      description:
        'Returns its URL, for the settings `logo`, `constitution`, and `resources`. A file that no setting names is deleted after a day.',
    })
    .input(
      z.strictObject({
        use: z.enum(['document', 'logo']),
        /** With its ending, like `Constitution.pdf`. */
        name: oneLine(200),
        content: z
          .string()
          .check(
            z.maxLength(7_000_000),
            z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
            z.describe('The file in base64: at most 5 MB for a document, 2 MB for a logo.'),
          ),
      }),
    )
    .output(z.object({ url: z.string() })),
}

export const settingChanges = {
  get: contract
    .route({
      method: 'GET',
      path: '/settings/changes',
      tags,
      summary: 'Changes of the settings',
      description: 'The last 50, newest first; with `name`, those of one setting.',
    })
    .input(z.prefault(z.strictObject({ name: z.optional(name) }), {}))
    .output(z.object({ changes: z.array(SettingChange) })),
}
