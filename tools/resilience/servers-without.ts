import type { Patch } from './tree-copy.ts'

// Servers without a guard, for the negative controls of inhabitants that run the built server.

/** Answers as soon as the act has been carried out, and commits a little later. */
export const answerBeforeCommit: Patch = {
  file: 'src/server/db/write.ts',
  from: `  return async (act) => {
    const begunAt`,
  to: `  return (act) =>
    new Promise((resolve, reject) => {
      write(async (tx, announce) => {
        const answer = await act(tx, announce)
        resolve(answer)
        await pause(20)
        return answer
      }).then(resolve, reject)
    })
  async function write<T>(act: Act<T>): Promise<T> {
    const begunAt`,
}

/** Stores each response to a stranger, whether or not anything has changed. */
export const storeForStrangers: Patch = {
  file: 'src/server/http/idempotent-write.ts',
  from: 'if (before !== null && (await countWrites(tx, engine)) === before) return result',
  to: 'if (before === -1) return result',
}

/** Lets what one requester's stored responses take grow. */
export const storeWithoutEnd: Patch = {
  file: 'src/server/http/idempotent-write.ts',
  from: 'if (Math.random() < 1 / looksOnceIn) await dropOldest(tx, row.actor)',
  to: 'if (looksOnceIn === 0) await dropOldest(tx, row.actor)',
}

/** A mail server that takes an email has ten seconds to say so, or it is sent again. */
export const impatientMail: Patch = {
  file: 'src/server/email/transport.ts',
  from: 'silentForMs: 10 * 60_000, wholeMailMs: 12 * 60_000',
  to: 'silentForMs: 10_000, wholeMailMs: 20_000',
}

/** A mail that could not be sent is not tried again. */
export const noSecondTry: Patch = {
  file: 'src/server/features/notifications/outbox.ts',
  from: 'if (countsFrom !== null && nowMs - Date.parse(countsFrom) > giveUpAfterMs) {',
  to: 'if (giveUpAfterMs > 0) {',
}

/** Shows a picture as soon as its row is there, before its files are. */
export const rowBeforeFiles: Patch = {
  file: 'src/server/features/photos/stored-photos.ts',
  from: '  await ctx.write((tx) => reservePhoto(tx, { ...picture, now: nowAsText(ctx) }))\n',
  to: `  await ctx.write((tx) => reservePhoto(tx, { ...picture, now: nowAsText(ctx) }))
  await ctx.write((tx, announce) => activatePhoto(tx, announce, { ...picture, now: nowAsText(ctx) }))
`,
}

/** Commits without waiting for the disk. */
export const withoutSync: Patch = {
  file: 'src/server/db/node-sqlite-dialect.ts',
  from: "database.exec('pragma synchronous = full')",
  to: "database.exec('pragma synchronous = off')",
}

/** Shows a picture whose file is only on its way to the disk. */
export const withoutFileSync: Patch = {
  file: 'src/server/ops/files/club-files.ts',
  from: 'createWriteStream(file + unfinished, { mode: 0o600, flush: true })',
  to: 'createWriteStream(file + unfinished, { mode: 0o600 })',
}

/** An act that fails takes those along with which it shares a commit. */
export const failTogether: Patch = {
  file: 'src/server/db/write.ts',
  from: `      await tx.executeQuery(rollBackToSavepoint).catch((gone) => {
        throw new TransactionGone('SQLite has undone the transaction', { cause: isOfDatabase(error) ? error : gone })
      })
`,
  to: '      throw error\n',
}

/** Takes a disk that can't be written for a fault of its own. */
export const diskIsNoOutage: Patch = {
  file: 'src/server/http/errors.ts',
  from: '[5, 8, 10, 13].includes(',
  to: '[5].includes(',
}

/** Each query stands for itself, and after each there is a moment in which others act. */
export const withoutTransactions: Patch = {
  file: 'src/server/db/write.ts',
  from: 'committed = await db.transaction().execute(async (tx) => {',
  to: `committed = await ((work) =>
          work(
            db.withPlugin({
              transformQuery: ({ node }) => node,
              async transformResult({ result }) {
                await pause(30)
                return result
              },
            }),
          ))(async (tx) => {`,
}

/** Takes what somebody wrote for HTML. */
export const textAsHtml: Patch = {
  file: 'src/web/features/practices/plain-text.tsx',
  from: '{piece.link ? <ExternalLink href={piece.text}>{piece.text}</ExternalLink> : piece.text}',
  to: '<span dangerouslySetInnerHTML={{ __html: piece.text }} />',
}

/** Lets the browser run whatever stands in a page. */
export const noContentPolicy: Patch = {
  file: 'src/server/http/security-headers.ts',
  from: '    contentSecurityPolicy: {\n',
  to: '    contentSecurityPolicy: false && {\n',
}

/** Believes for two seconds what it has once read of a session. */
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

/** Looks every 15 seconds whether who listens to a stream still may, and not when they are changed. */
export const staleStreams: Patch = {
  file: 'src/server/live/stream.ts',
  from: "    if (name === 'member') void lookAgainSafely()\n",
  to: '',
}

/** Takes whatever is sent: what the wire format can say beyond JSON, texts that no database holds, endless lists. */
export const takesAnything: Patch = {
  file: 'src/server/http/input-guard.ts',
  from: '  const waiting = [input]\n',
  to: '  const waiting: unknown[] = []\n',
}

/** Asks no operation's input to be what the contract says. */
export const asksForNoShape: Patch = {
  file: 'src/server/http/procedures.ts',
  from: 'const os = implement(contract).$context<RequestContext>()\n',
  to: 'const os = implement(contract).$context<RequestContext>().$config({ initialInputValidationIndex: Number.NaN })\n',
}

/** Waits for a body as long as for a picture. */
export const patientWithBodies: Patch = {
  file: 'src/server/http/body-timeouts.ts',
  from: '  bodyWithinMs: 30_000,',
  to: '  bodyWithinMs: 600_000,',
}

/** Works on as many pictures at a time as are sent. */
export const allPicturesAtOnce: Patch = {
  file: 'src/server/features/photos/encoder.ts',
  from: 'const oneAtATime = pLimit(1)',
  to: 'const oneAtATime = pLimit(100)',
}

/** An account may be guessed at as often as anybody likes. */
export const manyTriesAnAccount: Patch = {
  file: 'src/domain/rate-limits.ts',
  from: 'accountFailures: { most: 10,',
  to: 'accountFailures: { most: 10_000,',
}

/** Any number of known addresses may be asked for. */
export const manyKnownSignUps: Patch = {
  file: 'src/domain/rate-limits.ts',
  from: 'knownSignUps: { most: 30,',
  to: 'knownSignUps: { most: 30_000,',
}

/** Any number of mails go to one address. */
export const manyMails: Patch = {
  file: 'src/domain/rate-limits.ts',
  from: 'mails: { most: 5, withinMs: hour, leastGapMs: minute },',
  to: 'mails: { most: 5_000, withinMs: hour, leastGapMs: 0 },',
}

/** Where there is no account, no password is looked at. */
export const noLookWithoutAccount: Patch = {
  file: 'src/server/features/account/log-in.ts',
  from: 'const hashed = await hashing.hash(password)',
  to: "const hashed = isOld ? await hashing.hash(password) : ''",
}

/** Any number of passwords wait to be looked at. */
export const endlessQueue: Patch = {
  file: 'src/server/crypto/passwords.ts',
  from: 'const mostWaiting = 128',
  to: 'const mostWaiting = 1_000_000',
}

/** Sessions are timed by a clock that may be set. */
export const sessionsByTheWall: Patch = {
  file: 'src/server/clock.ts',
  from: '  return Math.round((clock.now() - clock.monotonic()) / 1000) * 1000\n',
  to: '  return 0 * clock.now()\n',
}

/** A browser may fill all its connections with streams. */
export const streamsWithoutLimit: Patch = {
  file: 'src/server/live/route.ts',
  from: 'const streamsPerSession = 4',
  to: 'const streamsPerSession = 1000',
}

/** A stream that nobody reads any more is never let go. */
export const streamsThatStay: Patch = {
  file: 'src/server/live/stream.ts',
  from: `    unsubscribe()
    ctx.clock.clearTimeout(timer)
`,
  to: '',
}

/** What a reader does not take off waits for it, however much it is. */
export const boundlessBuffers: Patch = {
  file: 'src/server/live/stream.ts',
  from: 'const mostBufferedBytes = 64 * 1024',
  to: 'const mostBufferedBytes = Number.POSITIVE_INFINITY',
}

/** A practice that has ended is ended again by whoever looks. */
export const endsAgain: Patch = {
  file: 'src/server/queries/practices.ts',
  from: "    .where('endedAt', 'is', null)\n    .where('endsAt', '<=', now)\n",
  to: "    .where('endsAt', '<=', now)\n",
}

/** A transaction that lost a race is not tried again. */
export const noOtherTry: Patch = {
  file: 'src/server/db/write.ts',
  from: 'const mostTries = 6',
  to: 'const mostTries = 1',
}

/** What was told while nobody could hear it is not read later. */
export const noSecondLook: Patch = {
  file: 'src/server/live/change-feed.ts',
  from: '    life = now\n    publish(await readVersions(database))\n',
  to: '    life = now\n',
}

/** Everybody comes back from a cut after the same time. */
export const allAtOnce: Patch = {
  file: 'src/server/live/stream.ts',
  from: 'const retryMs = { least: 1000, most: 5000 }',
  to: 'const retryMs = { least: 2000, most: 2000 }',
}

/** Whatever is asked is answered, however late. */
export const nobodyTurnedAway: Patch = {
  file: 'src/server/http/load-shedding.ts',
  from: 'lateMs: 250, lookEveryMs: 2000, waitMs: 1500',
  to: 'lateMs: Number.POSITIVE_INFINITY, lookEveryMs: 2000, waitMs: 1500',
}

/** Nothing is said on a stream on which nothing happens. */
export const noHeartbeat: Patch = {
  file: 'src/server/live/stream.ts',
  from: "      send('beat', {})\n",
  to: '',
}

/** A proxy may collect what a stream says, and hand it on when it has enough. */
export const proxiesMayKeep: Patch = {
  file: 'src/server/live/stream.ts',
  from: "    'x-accel-buffering': 'no',\n",
  to: '',
}

/** Whoever comes back is not told what happened meanwhile. */
export const streamsWithoutVersions: Patch = {
  file: 'src/server/live/stream.ts',
  from: 'rows.find((row) => row.topic === topic)?.version ?? 0]',
  to: 'Math.min(1, rows.length + 1)]',
}

/** Where no notice gets through, nobody looks more often either. */
export const looksSeldom: Patch = {
  file: 'src/server/live/change-feed.ts',
  from: '    await lookOften(isWaiting)\n',
  to: '',
}

/** Hears of nothing that another process has written. */
export const deaf: Patch = {
  file: 'src/server/live/change-feed.ts',
  from: '  publish(await readVersions(database))\n  return connectionString',
  to: '  publish(await readVersions(database))\n  publish = () => {}\n  return connectionString',
}
