import type { Patch } from './tree-copy.ts'

// Servers without a guard, for the negative controls of the fault tests that run the built server.

/** Responds once the mutation has run, and commits a little later. */
export const answerBeforeCommit: Patch = {
  file: 'src/server/db/write.ts',
  from: `  const write: Write = async (act) => {
    const begunAt`,
  to: `  const write: Write = (act) =>
    new Promise((resolve, reject) => {
      carriedOut(async (tx, announce) => {
        const answer = await act(tx, announce)
        resolve(answer)
        await pause(20)
        return answer
      }).then(resolve, reject)
    })
  async function carriedOut<T>(act: Act<T>): Promise<T> {
    const begunAt`,
}

/** Stores each response for a stranger, whether or not anything has changed. */
export const storeForStrangers: Patch = {
  file: 'src/server/http/idempotent-write.ts',
  from: 'if (before !== null && (await countWrites(tx, engine)) === before) return result',
  to: 'if (before === -1) return result',
}

/** Sets no limit on a requester's stored responses. */
export const storeWithoutEnd: Patch = {
  file: 'src/server/http/idempotent-write.ts',
  from: 'if (Math.random() < 1 / looksOnceIn) await dropOldest(',
  to: 'if (looksOnceIn === 0) await dropOldest(',
}

/** An email server has only ten seconds to accept an email, or it is sent again. */
export const impatientMail: Patch = {
  file: 'src/server/email/transport.ts',
  from: 'silentForMs: 10 * 60_000, wholeMailMs: 12 * 60_000',
  to: 'silentForMs: 10_000, wholeMailMs: 20_000',
}

/** A failed email isn't retried. */
export const noSecondTry: Patch = {
  file: 'src/server/features/notifications/outbox.ts',
  from: 'if (countsFrom !== null && nowMs - Date.parse(countsFrom) > giveUpAfterMs) {',
  to: 'if (giveUpAfterMs > 0) {',
}

/** Shows a photo when its row exists, before its files do. */
export const rowBeforeFiles: Patch = {
  file: 'src/server/features/photos/stored-photos.ts',
  from: '  await ctx.write((tx) => reservePhoto(tx, { ...picture, now: nowAsText(ctx) }))\n',
  to: `  await ctx.write((tx) => reservePhoto(tx, { ...picture, now: nowAsText(ctx) }))
  await ctx.write((tx, announce) => activatePhoto(tx, announce, { ...picture, now: nowAsText(ctx) }))
`,
}

/** Commits without syncing to disk. */
export const withoutSync: Patch = {
  file: 'src/server/db/node-sqlite-dialect.ts',
  from: "database.exec('pragma synchronous = full')",
  to: "database.exec('pragma synchronous = off')",
}

/** Shows a photo whose file isn't synced to disk yet. */
export const withoutFileSync: Patch = {
  file: 'src/server/ops/files/club-files.ts',
  from: 'createWriteStream(file + unfinished, { mode: 0o600, flush: true })',
  to: 'createWriteStream(file + unfinished, { mode: 0o600 })',
}

/** A failed mutation also rolls back the others in its group commit. */
export const failTogether: Patch = {
  file: 'src/server/db/write.ts',
  from: `      await tx.executeQuery(rollBackToSavepoint).catch((gone) => {
        throw new TransactionGone('SQLite has undone the transaction', { cause: isOfDatabase(error) ? error : gone })
      })
`,
  to: '      throw error\n',
}

/** Treats a disk error as a bug, not as an outage. */
export const diskIsNoOutage: Patch = {
  file: 'src/server/http/errors.ts',
  from: '[5, 8, 10, 13].includes(',
  to: '[5].includes(',
}

/** On PostgreSQL, runs each query in its own transaction, with a pause after it. */
export const withoutTransactions: Patch = {
  file: 'src/server/db/write.ts',
  from: `db.transaction().execute((transaction) =>
        pipelined(transaction, async (tx) => {`,
  to: `((work: (tx: Tx) => Promise<T>) =>
          work(
            db.withPlugin({
              transformQuery: ({ node }) => node,
              async transformResult({ result }) {
                await pause(30)
                return result
              },
            }) as unknown as Tx,
          ))((transaction) =>
        ((tx: Tx, work: (tx: Tx) => Promise<T>) => work(tx))(transaction, async (tx) => {`,
}

/** Renders user text as HTML. */
export const textAsHtml: Patch = {
  file: 'src/web/features/practices/plain-text.tsx',
  from: '{piece.link ? <ExternalLink href={piece.text}>{piece.text}</ExternalLink> : piece.text}',
  to: '<span dangerouslySetInnerHTML={{ __html: piece.text }} />',
}

/** Sends no content security policy. */
export const noContentPolicy: Patch = {
  file: 'src/server/http/security-headers.ts',
  from: '    contentSecurityPolicy: {\n',
  to: '    contentSecurityPolicy: false && {\n',
}

/** Caches sessions for two seconds. */
export const rememberSessions: Patch = {
  file: 'src/server/auth/sessions.ts',
  from: '  return token === null ? null : findLiveSession(ctx, token)\n',
  to: `  if (token === null) return null
  authenticate.kept ??= new Map()
  const known = authenticate.kept.get(token)
  if (known && Date.now() - known.at < 2000) return known.me
  const me = await findLiveSession(ctx, token)
  authenticate.kept.set(token, { at: Date.now(), me })
  return me
`,
}

/** Checks the rights of an open stream every 15 seconds, and not when they change. */
export const staleStreams: Patch = {
  file: 'src/server/live/stream.ts',
  from: "    if (name === 'member') void lookAgainSafely()\n",
  to: '',
}

/** Accepts any input: values of the wire format beyond JSON, texts no database can store, endless lists. */
export const takesAnything: Patch = {
  file: 'src/server/http/input-guard.ts',
  from: '  const waiting = [input]\n',
  to: '  const waiting: unknown[] = []\n',
}

/** Doesn't validate input against the contract. */
export const asksForNoShape: Patch = {
  file: 'src/server/http/procedures.ts',
  from: 'const os = implement(contract).$context<RequestContext>()\n',
  to: 'const os = implement(contract).$context<RequestContext>().$config({ initialInputValidationIndex: Number.NaN })\n',
}

/** Waits for any body as long as for a photo. */
export const patientWithBodies: Patch = {
  file: 'src/server/http/body-timeouts.ts',
  from: '  bodyWithinMs: 30_000,',
  to: '  bodyWithinMs: 600_000,',
}

/** Encodes any number of photos in parallel. */
export const allPicturesAtOnce: Patch = {
  file: 'src/server/features/photos/encoder.ts',
  from: 'const oneAtATime = pLimit(1)',
  to: 'const oneAtATime = pLimit(100)',
}

/** Any number of password guesses per account. */
export const manyTriesAnAccount: Patch = {
  file: 'src/domain/rate-limits.ts',
  from: 'accountFailures: { most: 10,',
  to: 'accountFailures: { most: 10_000,',
}

/** Any number of sign-ups with known addresses. */
export const manyKnownSignUps: Patch = {
  file: 'src/domain/rate-limits.ts',
  from: 'knownSignUps: { most: 30,',
  to: 'knownSignUps: { most: 30_000,',
}

/** Any number of emails to one address. */
export const manyMails: Patch = {
  file: 'src/domain/rate-limits.ts',
  from: 'mails: { most: 5, withinMs: hour, leastGapMs: minute },',
  to: 'mails: { most: 5_000, withinMs: hour, leastGapMs: 0 },',
}

/** Hashes no password if there is no account. */
export const noLookWithoutAccount: Patch = {
  file: 'src/server/features/account/log-in.ts',
  from: 'const hashed = await hashing.hash(password)',
  to: "const hashed = isOld ? await hashing.hash(password) : ''",
}

/** Any number of passwords in the queue. */
export const endlessQueue: Patch = {
  file: 'src/server/crypto/passwords.ts',
  from: 'const mostWaiting = 128',
  to: 'const mostWaiting = 1_000_000',
}

/** Times sessions by the wall clock, which may be set. */
export const sessionsByTheWall: Patch = {
  file: 'src/server/clock.ts',
  from: '  return Math.round((clock.now() - clock.monotonic()) / 1000) * 1000\n',
  to: '  return 0 * clock.now()\n',
}

/** A browser may use all its connections for streams. */
export const streamsWithoutLimit: Patch = {
  file: 'src/server/live/route.ts',
  from: 'const streamsPerSession = 4',
  to: 'const streamsPerSession = 1000',
}

/** Streams stay registered after they are closed. */
export const streamsThatStay: Patch = {
  file: 'src/server/live/stream.ts',
  from: `    void following.then((unfollow) => unfollow())
    ctx.clock.clearTimeout(timer)
`,
  to: '',
}

/** Unlimited buffer for slow readers. */
export const boundlessBuffers: Patch = {
  file: 'src/server/live/stream.ts',
  from: 'const mostBufferedBytes = 64 * 1024',
  to: 'const mostBufferedBytes = Number.POSITIVE_INFINITY',
}

/** Ends a practice again that has already ended. */
export const endsAgain: Patch = {
  file: 'src/server/features/practices/auto-end.ts',
  from: "    .where('endedAt', 'is', null)\n    .where('endsAt', '<=', now)\n",
  to: "    .where('endsAt', '<=', now)\n",
}

/** A transaction that lost a race isn't retried. */
export const noOtherTry: Patch = {
  file: 'src/server/db/write.ts',
  from: 'const mostTries = 6',
  to: 'const mostTries = 1',
}

/** Doesn't read changes that were announced while it was disconnected. */
export const noSecondLook: Patch = {
  file: 'src/server/live/change-feed.ts',
  from: '    if (state.life !== life || state.versions !== known) await reread()\n',
  to: '',
}

/** All streams reconnect after the same time, without jitter. */
export const allAtOnce: Patch = {
  file: 'src/server/live/stream.ts',
  from: 'const retryMs = { least: 1000, most: 5000 }',
  to: 'const retryMs = { least: 2000, most: 2000 }',
}

/** Handles every request, however late; no load shedding. */
export const nobodyTurnedAway: Patch = {
  file: 'src/server/http/load-shedding.ts',
  from: 'lateMs: 250, lookEveryMs: 2000, waitMs: 1500',
  to: 'lateMs: Number.POSITIVE_INFINITY, lookEveryMs: 2000, waitMs: 1500',
}

/** Sends no heartbeat on idle streams. */
export const noHeartbeat: Patch = {
  file: 'src/server/live/stream.ts',
  from: "      send('beat', {})\n",
  to: '',
}

/** Lets proxies buffer a stream. */
export const proxiesMayKeep: Patch = {
  file: 'src/server/live/stream.ts',
  from: "    'x-accel-buffering': 'no',\n",
  to: '',
}

/** Doesn't report changes that happened before a reconnect. */
export const streamsWithoutVersions: Patch = {
  file: 'src/server/live/stream.ts',
  from: 'rows.find((row) => row.topic === topic)?.version ?? 0]',
  to: 'Math.min(1, rows.length + 1)]',
}

/** Looks only now and then for changes that no notification told of. */
export const looksSeldom: Patch = {
  file: 'src/server/live/change-feed.ts',
  from: 'const lookEveryMs = 1000',
  to: 'const lookEveryMs = 10_000',
}

/** Ignores writes of other processes. */
export const deaf: Patch = {
  file: 'src/server/live/change-feed.ts',
  from: '  publish(await readVersions(database))\n  return watchPostgres',
  to: '  publish(await readVersions(database))\n  publish = () => {}\n  return watchPostgres',
}

/** Saves a setting, though another officer has changed it since. */
export const overwritesSettings: Patch = {
  file: 'src/server/features/settings/procedures.ts',
  from: 'if ((row?.revision ?? 0) !== seen) {',
  to: 'if (seen < 0) {',
}

/** Reads some of the settings first, and the others a little later. */
export const readsSettingsInHalves: Patch = {
  file: 'src/server/features/settings/procedures.ts',
  from: "  const stored = await db.selectFrom('setting').selectAll().execute()\n",
  to: `  const all = db.selectFrom('setting').selectAll()
  const some = await all.where('name', '<', 'n').execute()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const stored = [...some, ...(await all.where('name', '>=', 'n').execute())]
`,
}

/** Acknowledges a setting before it is stored. */
export const answersBeforeSettingsAreStored: Patch = {
  file: 'src/server/features/settings/procedures.ts',
  from: `  const done = await write((tx, announce) => change(tx, ctx, announce, { id: me.id, requestId }, asked))
  await ctx.settings.reload()
  return done
`,
  to: `  return new Promise<{ revision: number }>((resolve, reject) => {
    const stored = write(async (tx, announce) => {
      const done = await change(tx, ctx, announce, { id: me.id, requestId }, asked)
      resolve(done)
      await new Promise((stored) => setTimeout(stored, 50))
      return done
    })
    stored.then(() => ctx.settings.reload(), reject)
  })
`,
}
