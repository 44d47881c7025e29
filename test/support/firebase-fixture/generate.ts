import { zonedTime } from '#domain/calendar-day.ts'
import { type HashConfig, writeHashConfig } from '#firebase/documents/account-document.ts'
import { firebaseHash } from '#server/crypto/passwords.ts'
import { createRandom } from '#server/ops/demo/random.ts'

/** A club as Firebase exports it: only what the club's former app would have written. */
export type FormerExport = {
  users: Record<string, UserDocument>
  practices: Record<string, Record<string, unknown> & { members: string[] }>
  settings: Record<string, unknown>
  emailPaidCounts: Record<string, { paid: number }>
  auth: { users: (Record<string, unknown> & { email: string })[] }
  hashConfig: HashConfig
  /** The passwords of the accounts whose hash is of a known one. */
  passwords: Map<string, string>
}
type UserDocument = Record<string, unknown> & {
  email: string
  role?: string
  hasLoggedIn: boolean
  practices: string[]
} & Record<'paidPractices' | 'dayPasses', number>

type Size = {
  members: number
  practices: number
  /** How many accounts have a known password; the hashes of the others match nothing. */
  signIns?: number
}

/** The hash parameters as Firebase Authentication documents them, with the signer key of the published example. */
export const documentedHash: HashConfig = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
}
const timeZone = 'America/Indiana/Indianapolis'
const firsts = ['Ana', 'Ben', 'Chidi', 'Dana', 'Elise', 'Farid', 'Grace', 'Hiro', 'Inés', 'Jo', 'Kai', 'Lena', 'Mårten']
const lasts = ['Abara', 'Bowman', 'Castillo', 'Diallo', 'Eriksen', 'Fischer', 'García', 'Haddad', 'Ivanova']
const pronouns = [['He/Him'], ['She/Her'], ['They/Them'], ['She/Her', 'They/Them'], ['xe/xem']]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The profile before the wizard. */
const unfinished = {
  ...{ nameFirst: '', nameLast: '', birthday: '', bowType: '', personalEquipment: '', pronouns: [] },
  ...{ hasCar: false, carCapacity: 0, rm01Completed: false, dayPasses: 0 },
}

const stamp = (ms: number) => ({
  __datatype__: 'timestamp',
  value: { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1_000_000 },
})

/** Returns the same club for the same seed. */
export async function generateFormerClub(seed: number, size: Size): Promise<FormerExport> {
  const random = createRandom(seed)
  const upTo = (most: number) => Math.floor(random.fraction() * (most + 1))
  const some = <Item>(items: Item[], share: number) => items.filter(() => random.fraction() < share)
  const pick = <Item>(items: Item[]) => items[upTo(items.length - 1)] as Item
  const uid = () => Array.from({ length: 28 }, () => letters[upTo(letters.length - 1)]).join('')
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => upTo(255))).toString('base64')
  const profileOf = (hasCar: boolean) => ({
    birthday: `200${upTo(7)}-0${1 + upTo(8)}-1${upTo(9)}`,
    bowType: pick(['Compound', 'Recurve', 'Barebow', 'undecided']),
    personalEquipment: pick(['Yes', 'No']),
    hasCar,
    carCapacity: hasCar ? 1 + upTo(7) : 0,
    rm01Completed: hasCar && random.fraction() < 0.5,
    pronouns: pick(pronouns),
    dayPasses: upTo(4),
  })
  const hashConfig = documentedHash
  const empty = { users: {}, practices: {}, settings: {}, emailPaidCounts: {} }
  const club: FormerExport = { ...empty, auth: { users: [] }, hashConfig, passwords: new Map() }

  for (let n = 0; n < size.members; n++) {
    const id = uid()
    const [nameFirst, nameLast] = [pick(firsts), pick(lasts)]
    const email = `former${n}@purdue.edu`
    const hasLoggedIn = n < 3 || random.fraction() > 0.05
    const hasCar = random.fraction() < 0.3
    const names = n % 7 === 3 ? { firstName: nameFirst, lastName: nameLast } : { nameFirst, nameLast }
    const role = n < 3 ? { role: 'Officer' } : n % 5 === 4 ? {} : { role: 'Member' }
    club.users[id] = {
      email,
      ...role,
      hasLoggedIn,
      ...(hasLoggedIn ? { ...names, ...profileOf(hasCar) } : unfinished),
      pfpURL: '/default-pfp.png',
      pass: n % 17 === 5 ? 'Carpool Range Pass' : 'none',
      ...{ passUsedAt: null, practices: [], paidPractices: 0 },
    }
    const salt = bytes(10)
    const known = n < (size.signIns ?? 0)
    // Firebase accepts six characters.
    const password = `gold${String(n).padStart(2, '0')}`
    if (known) club.passwords.set(email, password)
    const passwordHash = known
      ? (await firebaseHash({ ...hashConfig, salt }, password)).toString('base64')
      : bytes(Buffer.from(hashConfig.signerKey, 'base64').length)
    club.auth.users.push({
      localId: id,
      email,
      emailVerified: true,
      passwordHash,
      salt,
      ...(hasLoggedIn ? { displayName: `${nameFirst} ${nameLast}` } : {}),
      createdAt: String(Date.parse('2025-01-10T15:00:00Z') + n * 3_600_000),
      providerUserInfo: [],
    })
  }

  const finished = Object.entries(club.users).filter(([, user]) => user.hasLoggedIn)
  const last = Date.parse('2025-11-20T23:00:00Z')
  for (let n = 0; n < size.practices; n++) {
    const startMs = last - (size.practices - 1 - n) * 2 * 86_400_000
    const [start, end] = [startMs, startMs + 2 * 3_600_000].map((ms) => new Date(ms).toISOString()) as [string, string]
    const id =
      n % 2 === 0 ? `weekly_${start.replace(/[-:]|\.000/g, '')}` : `event${n}x${uid().slice(0, 8).toLowerCase()}`
    const there = some(finished, random.fraction() * 0.5)
    const withCar = there.filter(([, user]) => user.hasCar)
    const drove = some(withCar, 0.5)
    const answered = some(finished, 0.2)
    const title = `${pick(['Tuesday', 'Outdoor', 'Indoor', 'Open'])} practice ${n}`
    const description = `Bring water. Number ${n}.`
    for (const [, user] of there) user.practices.push(id)
    for (const [, user] of drove) user.paidPractices += 1
    const claimed = some(there, 0.05).map(([, user]) => user.email)
    const strangers = upTo(9) === 0 ? [`newcomer${upTo(5)}@purdue.edu`] : []
    club.practices[id] = {
      archers: answered.filter((_, i) => i % 3 > 0).map(([each]) => each),
      drivers: answered.filter((_, i) => i % 3 === 0).map(([each]) => each),
      googleEvent: {
        id,
        summary: title,
        location: '1 Range Road',
        description,
        organizer: { email: 'archery@purdue.edu' },
        start: { dateTime: zonedTime(start, timeZone), timeZone },
        end: { dateTime: zonedTime(end, timeZone), timeZone },
      },
      members: there.map(([each]) => each),
      carpool: drove.map(([each]) => each),
      emails: [...claimed, ...strangers],
      carpoolEmails: upTo(19) === 0 ? ['driver@purdue.edu'] : [],
      endedEarly: n % 6 === 5,
      isActive: false,
      startedAt: stamp(startMs - 600_000),
      name: title,
      description,
      attendanceLimit: n % 8 === 7 ? 40 : null,
      startDateTime: stamp(startMs),
      endDateTime: stamp(startMs + 7_200_000),
    }
  }
  for (const [, user] of finished) user.paidPractices += upTo(user.practices.length + 2)
  club.settings = { activePractice: { isActive: false, practiceId: null, startedAt: null } }
  for (let n = 0; n < 5; n++) club.emailPaidCounts[`newcomer${n}@purdue.edu`] = { paid: n + 1 }
  for (const [, user] of some(finished, 0.05)) club.emailPaidCounts[user.email] = { paid: 1 + upTo(3) }
  return club
}

/** The files of an export; a test can replace or leave out any of them. */
export function filesOf(club: FormerExport): Record<string, string> {
  const names = ['users', 'practices', 'settings', 'emailPaidCounts', 'auth'] as const
  const files = names.map((name) => [`${name}.json`, JSON.stringify(club[name])])
  return { ...Object.fromEntries(files), 'hash-config.txt': writeHashConfig(club.hashConfig) }
}

export type Counted = { role: string } & Record<'dayPasses' | 'paidPractices' | 'attended' | 'balance', number>

/** What each member has by the rules of the former app, counted from the documents alone. */
export function recount({ users }: FormerExport): Map<string, Counted> {
  return new Map(
    Object.values(users).map(({ email, role = 'Member', dayPasses, paidPractices, practices }) => {
      const [attended, balance] = [new Set(practices).size, paidPractices - practices.length]
      return [email, { role, dayPasses, paidPractices, attended, balance }]
    }),
  )
}
