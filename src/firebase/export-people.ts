import { displayName } from '#domain/names.ts'
import { defaultPicture } from '#domain/photos.ts'
import type { HashConfig } from '#firebase/documents/account-document.ts'
import { asStandardScrypt, readOldPassword } from '#server/crypto/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { type Document, type Ids, listsBy, noDocuments } from './export-ids.ts'

export type Picture = { uid: string; id: string; memberId: string }

/** All current members, with their accounts and photos. */
export async function exportPeople(db: Db, ids: Ids, left: string[]) {
  const rows = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .leftJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .selectAll('member')
    .select(['user.email', 'user.emailVerified', 'user.createdAt as signedUpAt', 'account.password'])
    .where('member.removedAt', 'is', null)
    .orderBy('user.createdAt')
    .orderBy('member.id')
    .execute()
  const attended = await listsBy(
    db
      .selectFrom('attendance')
      .innerJoin('practice', 'practice.id', 'attendance.practiceId')
      .select(['attendance.memberId as of', 'practice.id as is'])
      .where('practice.deletedAt', 'is', null)
      .where('practice.sample', '=', 0)
      .orderBy('practice.startsAt')
      .orderBy('practice.id')
      .execute(),
  )
  const shown = await db.selectFrom('picture').selectAll().where('unusedSince', 'is', null).execute()
  const pictureOf = new Map(shown.map((picture) => [picture.memberId, picture]))
  const users = noDocuments()
  const pictures: Picture[] = []
  const accounts: Document[] = []
  const standardAccounts: Document[] = []
  const hashConfig = usualConfig(rows.map(({ password }) => password))
  let lost = 0
  for (const row of rows) {
    const uid = ids.uidOf(row.id)
    const picture = pictureOf.get(row.id)
    if (picture) pictures.push({ uid, id: picture.id, memberId: row.id })
    users[uid] = {
      email: row.email,
      role: row.role,
      hasLoggedIn: row.hasLoggedIn === 1,
      nameFirst: row.nameFirst,
      nameLast: row.nameLast,
      birthday: row.birthday ?? '',
      bowType: row.bowType ?? '',
      personalEquipment: row.personalEquipment ?? '',
      hasCar: row.hasCar === 1,
      carCapacity: row.carCapacity,
      rm01Completed: row.rm01Completed === 1,
      pfpURL: picture ? `pfp/${uid}.webp` : defaultPicture,
      pronouns: JSON.parse(row.pronouns),
      dayPasses: row.dayPasses,
      pass: row.pass,
      passUsedAt: row.passUsedAt,
      practices: (attended.get(row.id) ?? []).map(ids.documentOf),
      paidPractices: row.paidPractices,
    }
    const account = accountOf(uid, row)
    const own = asStandardScrypt(row.password ?? '')
    if (own) standardAccounts.push({ ...account, passwordHash: own.hash, salt: own.salt })
    else {
      const old = readOldPassword(row.password ?? '')
      const fits = old !== null && isConfig(old, hashConfig)
      if (!fits) lost += 1
      accounts.push(fits ? { ...account, passwordHash: old.hash, salt: old.salt } : account)
    }
  }
  if (lost > 0)
    left.push(`the passwords of ${lost} accounts, because they use different hash parameters or don’t exist.`)
  return { users, accounts, standardAccounts, hashConfig, pictures }
}

type AccountRow = { email: string; emailVerified: number; signedUpAt: string; nameFirst: string; nameLast: string }

function accountOf(uid: string, row: AccountRow): Document {
  const name = displayName(row)
  return {
    localId: uid,
    email: row.email,
    emailVerified: row.emailVerified === 1,
    ...(name === '' ? {} : { displayName: name }),
    createdAt: String(Date.parse(row.signedUpAt)),
    providerUserInfo: [],
  }
}

/** The hash parameters that most unchanged Firebase passwords share; an import into Firebase takes only one set. */
function usualConfig(passwords: (string | null)[]): HashConfig | null {
  const old = passwords.flatMap((password) => readOldPassword(password ?? '') ?? [])
  const groups = [...Map.groupBy(old, (each) => JSON.stringify(configOf(each))).values()]
  const [most] = groups.toSorted((a, b) => b.length - a.length)
  return most?.[0] ? configOf(most[0]) : null
}

function configOf({ signerKey, saltSeparator, rounds, memCost }: HashConfig): HashConfig {
  return { signerKey, saltSeparator, rounds, memCost }
}

function isConfig(old: HashConfig, config: HashConfig | null) {
  return JSON.stringify(configOf(old)) === JSON.stringify(config)
}
