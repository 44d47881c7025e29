import { randomBytes, randomUUID } from 'node:crypto'
import { isStarted } from '#domain/practices.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Db } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import type { Defect } from './documents/documents.ts'
import { asSaid } from './documents/values.ts'
import { importLists, planLists } from './import-lists.ts'
import { importPasswords, planPasswords } from './import-passwords.ts'
import { importPeople } from './import-people.ts'
import { importPhoto, planPhotos } from './import-photos.ts'
import { importPractices, type PracticePlan, planPractices } from './import-practices.ts'
import { importRsvps, planRsvps } from './import-rsvps.ts'
import { type PersonPlan, type PracticeIds, planPeople } from './plan-people.ts'
import type { SourceClub } from './source-club.ts'

/** What an import would do or has done. Every number counts only what is new. */
export type ImportSummary = {
  people: number
  /** How many of `people` already had an account here with the same address. */
  joined: number
  /** How many were imported before and have new data. */
  changed: number
  officers: string[]
  practices: number
  attended: number
  credited: number
  rsvps: number
  lists: number
  pictures: number
  /** How many replaced passwords of members who were imported before. */
  passwords: number
  dayPasses: number
  paidPractices: number
  live: string | null
  defects: Defect[]
}

/** Transactions short enough that other users don't notice the import. */
const peopleAtOnce = 4
const practicesAtOnce = 50
const listsAtOnce = 50

/** A dry run: what an import would do now. Writes nothing. */
export async function planImportOfClub(
  ctx: Pick<AppContext, 'database' | 'secrets' | 'clock'>,
  club: SourceClub,
): Promise<ImportSummary> {
  const { db } = ctx.database
  const done = emptySummary()
  const practices = await planPractices(db, club.practices, { active: club.active, now: nowAsText(ctx) })
  notePractices(done, club, practices)
  const ids = await presentIds(db, practices)
  noteDoubles(done, ids)
  const people: PersonPlan[] = []
  for (const some of chunk(club.people, 100)) people.push(...(await planPeople(db, ctx.secrets, some, ids)))
  notePeople(done, people)
  for (const { fresh } of await planRsvps(db, { people, practices, ids })) done.rsvps += fresh
  done.lists = (await planLists(db, ctx.secrets, club.lists, ids)).length
  done.pictures = (await planPhotos(db, club.pictures, membersOf(people))).length
  done.passwords = (await planPasswords(db, ctx.secrets, club.people, club.hashConfig)).length
  return done
}

/** Imports everything new in short transactions. If interrupted, the next import continues from there. */
export async function importClub(
  ctx: AppContext,
  club: SourceClub,
  progress: (what: string) => void,
): Promise<ImportSummary> {
  const done = emptySummary()
  const by = { actor: 'command', requestId: randomUUID() }
  const practices: PracticePlan[] = []
  for (const some of chunk(club.practices, practicesAtOnce)) {
    const facts = { practices: some, active: club.active, by }
    const plans = await ctx.write((tx, announce) => importPractices(tx, announce, ctx, facts))
    notePractices(done, club, plans)
    practices.push(...plans)
    progress(`Practices: ${practices.length} of ${club.practices.length}…`)
  }
  const ids = await presentIds(ctx.database.db, practices)
  noteDoubles(done, ids)
  const people: PersonPlan[] = []
  // A random password, hashed once and shared by everyone without one, because hashing is slow. No one can sign in with
  // it.
  const noPassword = await ctx.hashing.hash(randomBytes(24).toString('base64url'))
  for (const some of chunk(club.people, peopleAtOnce)) {
    const before = await planPeople(ctx.database.db, ctx.secrets, some, ids)
    const facts = { people: some, practices: ids, before, hashConfig: club.hashConfig, noPassword, by }
    people.push(...(await ctx.write((tx, announce) => importPeople(tx, announce, ctx, facts))))
    progress(`Members: ${people.length} of ${club.people.length}…`)
  }
  notePeople(done, people)
  const rsvpPlans = await planRsvps(ctx.database.db, { people, practices, ids })
  for (const [n, plan] of rsvpPlans.entries()) {
    done.rsvps += await ctx.write((tx, announce) => importRsvps(tx, announce, ctx, plan))
    progress(`RSVPs: ${n + 1} of ${rsvpPlans.length} practices…`)
  }
  const passwords = await planPasswords(ctx.database.db, ctx.secrets, club.people, club.hashConfig)
  for (const some of chunk(passwords, listsAtOnce)) done.passwords += await importPasswords(ctx, some)
  for (const [n, some] of chunk(club.lists, listsAtOnce).entries()) {
    const facts = { lists: some, practices: ids, requestId: by.requestId }
    done.lists += (await ctx.write((tx, announce) => importLists(tx, announce, ctx, facts))).length
    progress(`Emails on lists: ${Math.min((n + 1) * listsAtOnce, club.lists.length)} of ${club.lists.length}…`)
  }
  const pictures = await planPhotos(ctx.database.db, club.pictures, membersOf(people))
  for (const [n, picture] of pictures.entries()) {
    progress(`Photos: ${n + 1} of ${pictures.length}…`)
    const why = await importPhoto(ctx, picture)
    if (why === null) done.pictures += 1
    else {
      const document = `pfp/${picture.uid}`
      done.defects.push({ file: picture.file, document, field: '', why, done: 'Left out; the member can choose one.' })
    }
  }
  if (changesOf(done) > 0) await recordImport(ctx, done, by)
  return done
}

/** The total number of changes; 0 if an import has nothing to do. */
export function changesOf({ people, changed, practices, rsvps, lists, pictures, passwords }: ImportSummary) {
  return people + changed + practices + rsvps + lists + pictures + passwords
}

async function recordImport(ctx: AppContext, done: ImportSummary, by: { actor: string; requestId: string }) {
  const { people, practices, lists, pictures, passwords } = done
  await ctx.write((tx) =>
    saveAudit(tx, ctx, {
      ...by,
      action: 'club.import',
      target: 'firebase',
      after: { people, practicesTaken: practices, lists, pictures, passwords },
    }),
  )
}

function emptySummary(): ImportSummary {
  return {
    people: 0,
    joined: 0,
    changed: 0,
    officers: [],
    practices: 0,
    attended: 0,
    credited: 0,
    rsvps: 0,
    lists: 0,
    pictures: 0,
    passwords: 0,
    dayPasses: 0,
    paidPractices: 0,
    live: null,
    defects: [],
  }
}

function notePractices(done: ImportSummary, { active }: SourceClub, plans: PracticePlan[]) {
  const [file, document] = [active?.file ?? '', 'settings/activePractice']
  for (const { facts, outcome, state, notLive } of plans) {
    if (notLive !== null) done.defects.push({ file, document, field: 'practiceId', ...notLive })
    if (outcome === 'there') continue
    done.practices += 1
    if (isStarted(state)) done.live = facts.copy.title
  }
}

/** Reports documents that are the same event, or the same occurrence of one. */
function noteDoubles(done: ImportSummary, practices: PracticeIds) {
  for (const [first, ...others] of Map.groupBy(practices.keys(), (formerId) => practices.get(formerId)).values())
    for (const formerId of others)
      done.defects.push({
        file: '',
        document: `practices/${formerId}`,
        field: 'googleEvent',
        why: `it’s the same practice here as ${asSaid(first)}`,
        done: 'Imported as one; everyone keeps the balance the old app showed.',
      })
}

function notePeople(done: ImportSummary, plans: PersonPlan[]) {
  for (const { outcome, person, changes, ...plan } of plans) {
    if (outcome === 'removed')
      done.defects.push({
        file: '',
        document: `users/${person.uid}`,
        field: '',
        why: 'they’ve been removed here',
        done: 'Nothing is imported again.',
      })
    if (outcome === 'another')
      done.defects.push({
        file: '',
        document: `users/${person.uid}`,
        field: 'email',
        why: `${asSaid(person.email)} was imported from ${asSaid(plan.broughtBy)} before`,
        done: 'Nothing is imported from this one, or it would count twice. Set what’s missing under Members.',
      })
    if (outcome === 'ours')
      done.defects.push({
        file: '',
        document: `users/${person.uid}`,
        field: '',
        why: 'it’s their account here, exported from this club',
        done: 'Nothing is imported from it, or it would count twice.',
      })
    if (plan.staysIn)
      done.defects.push({
        file: '',
        document: `users/${person.uid}`,
        field: 'disabled',
        why: 'the account was disabled there but exists here',
        done: 'It isn’t changed here. To keep them out, remove it under Members.',
      })
    if (!changes) continue
    if (outcome === 'known') done.changed += 1
    else done.people += 1
    if (outcome === 'joins') done.joined += 1
    if (outcome !== 'known' && person.role === 'Officer') done.officers.push(person.email)
    done.attended += plan.counts.attended
    done.credited += plan.counts.credited
    done.dayPasses += plan.dayPasses
    done.paidPractices += plan.paidPractices + plan.counts.credited
  }
}

/** Practices by their old id, without those that an officer has deleted here. */
async function presentIds(db: Db, plans: PracticePlan[]): Promise<PracticeIds> {
  const rows = await db.selectFrom('practice').select('id').where('deletedAt', 'is not', null).execute()
  const deleted = new Set(rows.map(({ id }) => id))
  return new Map(plans.filter(({ id }) => !deleted.has(id)).map(({ facts, id }) => [facts.id, id]))
}

function membersOf(plans: PersonPlan[]) {
  return new Map(plans.map(({ person, memberId }) => [person.uid, memberId]))
}
