import { randomBytes } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { rateRules } from '#domain/rate-limits.ts'
import {
  checkClubFile,
  clubFileOfPath,
  clubFilePath,
  clubFileUrl,
  largestLogoBytes,
  logoFileName,
  unusedClubFileMs,
} from '#domain/settings/club-file.ts'
import { modesTooFaint } from '#domain/settings/logo-contrast.ts'
import { clubFileRefusals, logoRefusals, logoTooFaint } from '#domain/text/club-file-messages.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { refuseField, tooManyTries } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { FilesUnavailable, inOnePiece } from '#server/ops/files/club-files.ts'

type NewFile = { name: string; mediaType: string; bytes: Uint8Array }

const upload = signedInProcedure.clubFiles.upload.handler(async ({ input, context: { ctx, me, write, requestId } }) => {
  const bytes = Buffer.from(input.content, 'base64')
  const { bytes: content, ...kind } =
    input.use === 'logo' ? await readLogo(ctx, bytes) : readDocument(input.name, bytes)
  // Unguessable: only someone who was shown the file's URL knows it.
  const id = randomBytes(18).toString('base64url')
  const file = { id, ...kind, size: content.length, createdAt: nowAsText(ctx), createdBy: me.id }
  await keep(ctx, clubFilePath(file), content)
  try {
    return await write(async (tx) => {
      const refused = await consumeAttempt(tx, `club-files:${me.id}`, rateRules.clubFiles, ctx.clock.now())
      if (refused) throw tooManyTries(refused.retryAfterMs)
      await tx.insertInto('clubFile').values(file).execute()
      await saveAudit(tx, ctx, { actor: me.id, action: 'club-file.upload', target: input.use, requestId })
      return { url: clubFileUrl(file) }
    })
  } catch (error) {
    // After any other error, the write may have been committed.
    if (error instanceof ORPCError) await ctx.files.remove(clubFilePath(file))
    throw error
  }
})

function readDocument(typedName: string, bytes: Uint8Array): NewFile {
  const checked = checkClubFile(typedName, bytes)
  if (checked.outcome === 'refused') throw refuseField('content', clubFileRefusals[checked.reason])
  return { name: checked.name, mediaType: checked.mediaType, bytes }
}

/** @throws ORPCError if it can't be read, or wouldn't be seen in the header in light, dark, or outdoor mode */
async function readLogo(ctx: AppContext, bytes: Uint8Array): Promise<NewFile> {
  if (bytes.length > largestLogoBytes) throw refuseField('content', logoRefusals['too-large'])
  const encoded = await ctx.pictures.encodeLogo(bytes)
  if (encoded.outcome === 'refused') throw refuseField('content', logoRefusals[encoded.reason])
  const faint = modesTooFaint(encoded.contrast)
  if (faint.length > 0) throw refuseField('content', logoTooFaint(faint, encoded.contrast))
  return { name: logoFileName, mediaType: 'image/webp', bytes: encoded.file }
}

/** Reports any failure, such as a full disk, as temporary and ours. */
async function keep({ files }: AppContext, path: string, bytes: Uint8Array) {
  try {
    await files.write(path, inOnePiece(Buffer.from(bytes)))
  } catch (error) {
    throw error instanceof FilesUnavailable ? error : new FilesUnavailable('A file could not be stored', error)
  }
}

export function findClubFile(db: Db, id: string) {
  return db.selectFrom('clubFile').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks it against the cleanup. @returns whether there is such a file */
export async function holdClubFile(tx: Tx, id: string) {
  return (
    (await tx.selectFrom('clubFile').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined
  )
}

/**
 * Deletes files that for a day no setting has named, and no change that could be undone, and then those without a row: of an upload
 * that was interrupted, or stored while a backup was running. Safe to interrupt.
 */
export async function deleteUnusedClubFiles(ctx: Pick<AppContext, 'database' | 'write' | 'files' | 'clock'>) {
  const { db } = ctx.database
  const before = new Date(ctx.clock.now() - unusedClubFileMs).toISOString()
  for (const { id } of await selectUnnamed(db, before).execute())
    await ctx.write(async (tx) => {
      if (!(await holdClubFile(tx, id))) return
      const unnamed = await selectUnnamed(tx, before).where('clubFile.id', '=', id).executeTakeFirst()
      if (unnamed) await tx.deleteFrom('clubFile').where('id', '=', id).execute()
    })
  const known = new Set((await db.selectFrom('clubFile').select('id').execute()).map(({ id }) => id))
  for (const path of await ctx.files.list()) {
    const file = clubFileOfPath(path)
    if (file && file.day < before.slice(0, 10) && !known.has(file.id)) await ctx.files.remove(path)
  }
}

/** An id that occurs anywhere in a value counts as named. */
function selectUnnamed(db: Db | Tx, createdBefore: string) {
  const pattern = sql<string>`'%' || club_file.id || '%'`
  return db
    .selectFrom('clubFile')
    .select('clubFile.id')
    .where('clubFile.createdAt', '<', createdBefore)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('setting').select('setting.name').where('setting.value', 'like', pattern))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit')
            .select('audit.id')
            .where('audit.action', 'in', ['setting.change', 'setting.undo'])
            .where(({ or, eb }) => or([eb('audit.before', 'like', pattern), eb('audit.after', 'like', pattern)])),
        ),
      ),
    )
}

export const clubFiles = { upload }
