import type { AppContext } from '#server/context.ts'
import { findAnOldPassword, isOldPassword } from './old-passwords.ts'

type Looked = {
  right: boolean
  /** Of a right password that is stored in the old way: what is to be stored in its place. */
  rehashed: string | null
}

/**
 * Whether a password is the stored one; none is where nobody has the address. While anybody's password in the club is still one
 * of its former app, each is looked at in both ways, whoever tries: whether there is an account, and since when, must not show
 * in the time that it takes (T4).
 */
export async function verifyPasswordOf(
  ctx: Pick<AppContext, 'database' | 'hashing'>,
  stored: string | null,
  password: string,
): Promise<Looked> {
  const { hashing } = ctx
  const isOld = stored !== null && isOldPassword(stored)
  const old = isOld ? stored : await findAnOldPassword(ctx.database.db)
  const fitsOld = old !== undefined && (await hashing.verify({ hash: old, password }))
  if (stored !== null && !isOld) return { right: await hashing.verify({ hash: stored, password }), rehashed: null }
  const hashed = await hashing.hash(password)
  return isOld && fitsOld ? { right: true, rehashed: hashed } : { right: false, rehashed: null }
}
