import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { ofDevices } from './export-devices.ts'
import { ofMoney } from './export-money.ts'
import { ofPractices } from './export-practices.ts'
import { type Exporter, type ExportInput, type Sections, sections } from './exporter.ts'

const whatItIs =
  'Everything the club’s app stores about you. Other people aren’t named: "you" means you, and everyone else is "someone else".'

/**
 * One exporter per table, in readable words; null for tables that hold nothing about a person. A new table that is
 * missing here doesn't compile, and `data-export.test.ts` checks that null is right.
 */
export const exportersByTable: Record<keyof Schema, Exporter | null> = {
  async user({ db, id }) {
    const { email, emailVerified, createdAt } = await db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { account: { id, email, emailVerified: emailVerified === 1, signedUpAt: createdAt } }
  },
  async member({ db, id }) {
    const row = await db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { hasCar, hasLoggedIn, rm01Completed, showGoing, pronouns } = row
    // Leaves out the code of the pass, because anyone who has it can show it at the door. Its owner finds it on My Pass.
    const { id: _id, mailPlaces: _mailPlaces, passNonce: _passNonce, passCodeHash: _passCodeHash, ...rest } = row
    return {
      profile: {
        ...rest,
        hasLoggedIn: hasLoggedIn === 1,
        hasCar: hasCar === 1,
        rm01Completed: rm01Completed === 1,
        showGoing: showGoing === null ? null : showGoing === 1,
        pronouns: JSON.parse(pronouns),
      },
    }
  },
  ...ofPractices,
  ...ofMoney,
  ...ofDevices,
  async *audit({ db, id, say }) {
    let after: { at: string; id: string } | null = null
    for (;;) {
      const rows: Selectable<Schema['audit']>[] = await db
        .selectFrom('audit')
        .selectAll()
        .where((eb) => eb.or([eb('actor', '=', id), eb('target', 'like', `%${id}%`)]))
        .where((eb) =>
          after === null
            ? eb.lit(true)
            : eb.or([eb('at', '>', after.at), eb.and([eb('at', '=', after.at), eb('id', '>', after.id)])]),
        )
        .orderBy('at')
        .orderBy('id')
        .limit(rowsAtATime)
        .execute()
      yield {
        log: rows.map(({ at, actor, action, target, before, after, reason }) => ({
          at,
          by: say(actor),
          what: action,
          about: say(target),
          before: before === null ? null : JSON.parse(say(before)),
          after: after === null ? null : JSON.parse(say(after)),
          reason,
        })),
      }
      after = rows.at(-1) ?? null
      if (rows.length < rowsAtATime) return
    }
  },
  async importedFact({ db, id, say }) {
    const rows = await db.selectFrom('importedFact').selectAll().where('memberId', '=', id).orderBy('fact').execute()
    // Leaves out the placeholder hash of an imported account, although no password matches it.
    const readValue = (text: string) => JSON.parse(text, (key, value) => (key === 'placeholder' ? undefined : value))
    return { broughtAlong: rows.map(({ fact, value, at }) => ({ what: say(fact), value: readValue(value), at })) }
  },
  async profileDraft({ db, id }) {
    const rows = await db.selectFrom('profileDraft').selectAll().where('memberId', '=', id).execute()
    return { drafts: rows.map(({ draft, updatedAt }) => ({ updatedAt, draft: JSON.parse(draft) })) }
  },
  calendarEvent: null,
  calendarCache: null,
  sampleSettings: null,
  setting: null,
  clubFile: null,
  weeklyBatch: null,
  awaitingPreview: null,
  // Has a row only inside the transaction of an erasure.
  erasing: async () => ({}),
  async picture({ db, id }) {
    const rows = await db.selectFrom('picture').selectAll().where('memberId', '=', id).orderBy('createdAt').execute()
    return { pictures: rows.map(({ createdAt, unusedSince }) => ({ createdAt, notUsedSince: unusedSince })) }
  },
  async scorecard({ db, id }) {
    const rows = await db.selectFrom('scorecard').selectAll().where('memberId', '=', id).orderBy('startedAt').execute()
    return {
      scorecards: rows.map(
        ({ memberId: _, secondId, inviteCode: _code, inviteUntil: _until, setup, summary, ...row }) => ({
          ...row,
          keptBySomebodyElse: secondId !== null,
          setup: JSON.parse(setup),
          summary: JSON.parse(summary),
        }),
      ),
    }
  },
  async *scorecardSheet({ db, id }) {
    let after = ''
    for (;;) {
      const rows: Selectable<Schema['scorecardSheet']>[] = await db
        .selectFrom('scorecardSheet')
        .selectAll()
        .where('keeperId', '=', id)
        .where('cardId', '>', after)
        .orderBy('cardId')
        .limit(cardsAtATime)
        .execute()
      yield {
        scoresWritten: rows.map(({ cardId, slots, confirmed }) => ({
          scorecard: cardId,
          slots: JSON.parse(slots),
          confirmed: JSON.parse(confirmed),
        })),
      }
      after = rows.at(-1)?.cardId ?? ''
      if (rows.length < cardsAtATime) return
    }
  },
  // Empty within a second; the versions below are what remains.
  topicOutbox: async () => ({}),
  async topicVersion({ db, id }) {
    const read = (topic: string) => db.selectFrom('topicVersion').selectAll().where('topic', '=', topic).execute()
    const [records, cards] = [await read(`member:${id}`), await read(`cards:${id}`)]
    return {
      changes: [
        ...records.map(({ version }) => ({ ofYourRecord: version })),
        ...cards.map(({ version }) => ({ ofYourScorecards: version })),
      ],
    }
  },
}

const rowsAtATime = 200
const cardsAtATime = 20

/** Everything that is stored about a person, as the pieces of a JSON file with one line per row. */
export async function* personalDataPieces(ctx: AppContext, person: { id: string; email: string }) {
  const { db } = ctx.database
  const facts: ExportInput = { db, ctx, ...person, say: await createIdReplacer(db, person.id) }
  yield `{\n"about": ${JSON.stringify({ club: ctx.club.name, exportedAt: nowAsText(ctx), what: whatItIs })}`
  const missing = new Set<string>(sections)
  for (const read of Object.values(exportersByTable)) {
    let open: string | null = null
    for await (const portion of readInPortions(read, facts)) {
      for (const [section, held] of Object.entries(portion)) {
        if (!Array.isArray(held)) {
          missing.delete(section)
          yield `,\n"${section}": ${JSON.stringify(held)}`
          continue
        }
        const lines = held.map((row) => JSON.stringify(row))
        if (open === section) {
          if (lines.length > 0) yield `,\n${lines.join(',\n')}`
          continue
        }
        if (lines.length === 0) continue
        if (open !== null) yield '\n]'
        missing.delete(section)
        yield `,\n"${section}": [\n${lines.join(',\n')}`
        open = section
      }
      // SQLite queries block the event loop, so let other requests run between two batches.
      await nextTurn()
    }
    if (open !== null) yield '\n]'
  }
  for (const section of missing) yield `,\n"${section}": []`
  yield '\n}\n'
}

/** Runs an exporter and yields its batches, whether it has one or many. */
export async function* readInPortions(read: Exporter | null, facts: ExportInput): AsyncGenerator<Sections> {
  const held = read?.(facts)
  if (held === undefined) return
  if (Symbol.asyncIterator in held) yield* held
  else yield await held
}

/** Returns a function that replaces ids anywhere in a text: the member's own, other members' and those of practices. */
async function createIdReplacer(db: Db, me: string) {
  const practices = await db.selectFrom('practice').select(['id', 'title', 'startsOn']).execute()
  const members = await db.selectFrom('member').select('id').execute()
  const words = new Map<string, string>([
    ['system', 'the club'],
    ['command', 'the club'],
  ])
  for (const { id } of members) words.set(id, id === me ? 'you' : 'someone else')
  // Some of these texts are JSON, which quotes and backslashes would break.
  for (const { id, title, startsOn } of practices) words.set(id, `${title.replace(/["\\\p{Cc}]/gu, ' ')} (${startsOn})`)
  return (text: string) => {
    const whole = words.get(text)
    if (whole !== undefined) return whole
    let said = text
    for (const [id, word] of words) if (id.length > 12 && said.includes(id)) said = said.replaceAll(id, word)
    return said
  }
}
