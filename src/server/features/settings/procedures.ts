import type { SettingChange, SettingJson } from '#contract/club-settings.ts'
import { checkSetting } from '#domain/settings/check-setting.ts'
import { clubFilesIn } from '#domain/settings/club-file.ts'
import { definitionOf, isSettingName, type SettingName, settingNames } from '#domain/settings/setting-list.ts'
import { settingFault, settingMessages } from '#domain/text/setting-messages.ts'
import { hasEnteredPassword, type SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Announce, Write } from '#server/db/write.ts'
import { readNames } from '#server/features/audit/read-audit.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { passwordNeeded, refuse, refuseField, refuseFields } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { settingOf } from '#server/ops/config/club-config.ts'
import { allowedMapHosts } from '#server/ops/config/map-settings.ts'
import { holdClubFile } from './club-files.ts'
import { withStoredSettings } from './club-settings.ts'

const get = signedInProcedure.clubSettings.get.handler(async ({ context: { ctx } }) => {
  const { db } = ctx.database
  const { file } = ctx.settings
  const stored = await db.selectFrom('setting').selectAll().execute()
  const club = withStoredSettings(file, stored)
  const names = await readNames(db, { people: stored.map(({ changedBy }) => changedBy), practices: [] })
  return {
    settings: settingNames.map((name) => {
      const row = stored.find((each) => each.name === name)
      const value = settingOf(club, name) as SettingJson | undefined
      const fileValue = settingOf(file, name) as SettingJson | undefined
      return {
        name,
        value: value ?? null,
        isDecided: value !== undefined,
        isFromApp: row !== undefined && withStoredSettings(file, [row]) !== file,
        fileValue: fileValue ?? null,
        fixed: file.fixed[name] ?? null,
        revision: row?.revision ?? 0,
        changedAt: row?.changedAt ?? null,
        changedBy: row ? names.person(row.changedBy) : null,
      }
    }),
    mapHosts: allowedMapHosts(file),
  }
})

type Change = {
  name: SettingName
  seen: number
  value: { value: SettingJson } | null
  action: 'setting.change' | 'setting.undo'
}
type Officer = { id: string; requestId: string }

/** Stores a value, or drops the app's. @returns the revision, which stays if nothing changes @throws ORPCError if it may not */
async function change(
  tx: Tx,
  ctx: AppContext,
  announce: Announce,
  officer: Officer,
  { name, seen, value, action }: Change,
) {
  const fixed = ctx.settings.file.fixed[name]
  if (fixed !== undefined) throw refuse('fixed', settingMessages.fixed(fixed))
  const row = await tx.selectFrom('setting').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
  const before = asValue(row?.value ?? null)
  const after = value && JSON.stringify(value.value)
  if ((row?.value ?? null) === after) return { revision: row?.revision ?? 0 }
  if ((row?.revision ?? 0) !== seen) {
    const { person } = await readNames(tx, { people: row ? [row.changedBy] : [], practices: [] })
    throw refuse('changed-since', settingMessages.changedSince(row ? person(row.changedBy) : ''))
  }
  for (const id of clubFilesIn(after ?? ''))
    if (!(await holdClubFile(tx, id))) throw refuseField('value', settingMessages.fileGone)
  const { latest } = await tx
    .selectFrom('setting')
    .select(({ fn }) => fn.max('revision').as('latest'))
    .executeTakeFirstOrThrow()
  // Two changes at the same moment can't both take it; the second is tried again.
  const revision = (latest ?? 0) + 1
  const changed = { value: after, revision, changedAt: new Date(ctx.clock.now()).toISOString(), changedBy: officer.id }
  if (row) await tx.updateTable('setting').set(changed).where('name', '=', name).execute()
  else
    await tx
      .insertInto('setting')
      .values({ name, ...changed })
      .execute()
  await saveAudit(tx, ctx, {
    actor: officer.id,
    action,
    target: name,
    before: before ?? {},
    after: value ?? {},
    requestId: officer.requestId,
  })
  announce('club', 'practices', 'live')
  return { revision }
}

function asValue(json: string | null) {
  return json === null ? null : { value: JSON.parse(json) as SettingJson }
}

/** @throws ORPCError with what is wrong in each field */
function requireValid(ctx: AppContext, name: SettingName, typed: unknown) {
  const checked = checkSetting(name, typed, { mapHosts: allowedMapHosts(ctx.settings.file) })
  if (checked.outcome === 'accepted') return { value: checked.value as SettingJson }
  const fields = Object.fromEntries(
    checked.problems.map(({ at, fault }) => [at === '' ? 'value' : `value.${at}`, settingFault(fault)]),
  )
  throw refuseFields(fields, Object.values(fields)[0] ?? '')
}

type Officers = {
  ctx: AppContext
  me: SignedIn
  write: Write
  wasCarriedOut: () => Promise<boolean>
  requestId: string
}

/** Makes a change, which this process follows before it responds. @throws ORPCError if it may not, or needs the password */
async function makeChange({ ctx, me, write, wasCarriedOut, requestId }: Officers, asked: Change) {
  const { needsPassword } = definitionOf(asked.name)
  if (needsPassword && !(await hasEnteredPassword(ctx, me)) && !(await wasCarriedOut())) throw passwordNeeded()
  const done = await write((tx, announce) => change(tx, ctx, announce, { id: me.id, requestId }, asked))
  await ctx.settings.reload()
  return done
}

const set = signedInProcedure.clubSettings.set.handler(({ input: { name, value, seen }, context }) =>
  makeChange(context, { name, seen, value: requireValid(context.ctx, name, value), action: 'setting.change' }),
)

const reset = signedInProcedure.clubSettings.reset.handler(({ input, context }) =>
  makeChange(context, { ...input, value: null, action: 'setting.undo' }),
)

const undo = signedInProcedure.clubSettings.undo.handler(async ({ input: { changeId, seen }, context }) => {
  const found = await findChange(context.ctx.database.db, changeId)
  if (!found || !isSettingName(found.target)) throw refuse('unknown-change', settingMessages.unknownChange)
  const earlier = valueIn(found.before)
  const value = earlier && requireValid(context.ctx, found.target, earlier.value)
  return makeChange(context, { name: found.target, seen, value, action: 'setting.undo' })
})

const mostChanges = 50

function changes(db: Db) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'target', 'before', 'after'])
    .where('action', 'in', ['setting.change', 'setting.undo'])
}

function findChange(db: Db, id: string) {
  return changes(db).where('id', '=', id).executeTakeFirst()
}

const getChanges = signedInProcedure.settingChanges.get.handler(async ({ input: { name }, context: { ctx } }) => {
  const { db } = ctx.database
  const rows = await changes(db)
    .$if(name !== undefined, (query) => query.where('target', '=', name ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostChanges)
    .execute()
  const { person } = await readNames(db, { people: rows.map(({ actor }) => actor), practices: [] })
  return {
    changes: rows.flatMap(({ id, at, actor, target, before, after }): SettingChange[] =>
      isSettingName(target)
        ? [{ id, name: target, at, by: person(actor), before: valueIn(before), after: valueIn(after) }]
        : [],
    ),
  }
})

/** What a row says of one side of a change; null if the setting wasn't set in the app. */
function valueIn(json: string | null) {
  const side = JSON.parse(json ?? '{}') as { value?: SettingJson }
  return side.value === undefined ? null : { value: side.value }
}

export const clubSettings = { get, set, reset, undo }
export const settingChanges = { get: getChanges }
