import type { AppContext } from '#server/context.ts'
import { hashToken, newToken } from '#server/crypto/secrets.ts'
import type { Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { getMember, lockMember } from '#server/queries/members.ts'

const get = signedInProcedure.passCode.get.handler(async ({ context: { ctx, me } }) => ({
  code: codeOf(ctx, await getMember(ctx.database.db, me.id)),
}))

const create = signedInProcedure.passCode.create.handler(async ({ context: { ctx, me, write } }) =>
  write(async (tx, announce) => {
    if (codeOf(ctx, await lockMember(tx, me.id)) !== null) return {}
    await saveNewCode(tx, ctx, me.id)
    announce(`member:${me.id}`)
    return {}
  }),
)

const renew = signedInProcedure.passCode.renew.handler(async ({ context: { ctx, me, write } }) =>
  write(async (tx, announce) => {
    await lockMember(tx, me.id)
    await saveNewCode(tx, ctx, me.id)
    announce(`member:${me.id}`)
    return {}
  }),
)

export const passCode = { get, create, renew }

/** Null without one, and for one made under another AUTH_SECRET, which no scan would find. */
function codeOf({ secrets }: AppContext, { id, passNonce, passCodeHash }: MemberRow) {
  if (passNonce === null) return null
  const code = secrets.passCode(id, passNonce)
  return hashToken(code) === passCodeHash ? code : null
}

/** Stores only a nonce and the code's hash: without AUTH_SECRET, neither reveals the code. */
async function saveNewCode(tx: Tx, { secrets }: AppContext, memberId: string) {
  const passNonce = newToken()
  const passCodeHash = hashToken(secrets.passCode(memberId, passNonce))
  await tx.updateTable('member').set({ passNonce, passCodeHash }).where('id', '=', memberId).execute()
}

/** Ends the code, which someone else could have. My Pass gets a new one as soon as it's opened. */
export async function dropPassCode(tx: Tx, memberId: string) {
  await tx.updateTable('member').set({ passNonce: null, passCodeHash: null }).where('id', '=', memberId).execute()
}
