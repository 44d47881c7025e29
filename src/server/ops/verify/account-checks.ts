import { defaultPicture, pictureFile, pictureSizes, pictureUrl } from '#domain/photos.ts'
import { isActingOfficer, type RoleHolder } from '#domain/roles.ts'
import { clubFilePath, clubFilesIn } from '#domain/settings/club-file.ts'
import { addressOfErased } from '#server/features/members/erase.ts'
import { count } from '#server/ops/terminal.ts'
import type { Check, Snapshot } from './check.ts'

/** Checks members, their sessions and their roles. */
export const accountChecks: Check[] = [
  {
    title: 'Every account has a user, a password, and a member record',
    async look({ db }) {
      const rows = await db
        .selectFrom('user')
        .leftJoin('member', 'member.id', 'user.id')
        .select(['user.id', 'member.id as memberId', 'member.erasedAt'])
        .select((eb) =>
          eb
            .selectFrom('account')
            .select((of) => of.fn.countAll<number>().as('credentials'))
            .whereRef('account.userId', '=', 'user.id')
            .where('account.providerId', '=', 'credential')
            .where('account.password', 'is not', null)
            .as('credentials'),
        )
        .orderBy('user.id')
        .execute()
      const wrong = rows.flatMap((row) => [
        ...(row.memberId === null ? [`user ${row.id} has no member record`] : []),
        // An erased member has no password; the check of erased members covers the rest.
        ...(row.credentials === 1 || row.erasedAt !== null
          ? []
          : [`user ${row.id} has ${row.credentials} credentials`]),
      ])
      return { looked: count(rows.length, 'account'), wrong }
    },
  },
  {
    title: 'The club has an officer who can log in',
    async look({ db }) {
      const rows = await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.id')
        .select(['member.id', 'member.role', 'member.removedAt', 'user.emailVerified'])
        .where('member.role', '=', 'Officer')
        .orderBy('member.id')
        .execute()
      const officers = rows.map((row) => ({
        id: row.id,
        role: row.role,
        verified: row.emailVerified === 1,
        removed: row.removedAt !== null,
      }))
      const acting = officers.filter(isActingOfficer)
      const made = await db
        .selectFrom('audit')
        .select('target')
        .distinct()
        .where('action', '=', 'member.role')
        .where('after', '=', JSON.stringify({ role: 'Officer' }))
        .orderBy('target')
        .execute()
      const unverified = officers
        .filter((officer) => !officer.verified)
        .map((officer) => `member ${officer.id} is an officer with an unverified email`)
      const once = [...new Set([...officers.map(whyNot), ...made.map((row) => `member ${row.target} used to be one`)])]
      const nobody = acting.length === 0 && once.length > 0 ? [`no officer can log in: ${once.join(', ')}`] : []
      return {
        looked: acting.length === 0 && once.length === 0 ? 'none yet' : count(acting.length, 'officer'),
        wrong: [...nobody, ...unverified],
      }
    },
  },
  {
    title: 'No removed or unverified person is logged in',
    async look({ db, now }) {
      const rows = await db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.userId')
        .leftJoin('member', 'member.id', 'session.userId')
        .select(['session.id', 'session.userId', 'user.emailVerified', 'member.id as memberId', 'member.removedAt'])
        .where('session.expiresAt', '>', now)
        .orderBy('session.id')
        .execute()
      const wrong = rows.flatMap((row) => {
        const session = `session ${row.id} belongs to`
        if (row.emailVerified !== 1) return [`${session} user ${row.userId}, whose email isn’t verified`]
        if (row.memberId === null || row.removedAt !== null) return [`${session} ${row.userId}, who was removed`]
        return []
      })
      return { looked: count(rows.length, 'open session'), wrong }
    },
  },
  {
    title: 'Kiosks were started by officers',
    async look({ db }) {
      const rows = await db
        .selectFrom('kiosk')
        .innerJoin('practice', 'practice.id', 'kiosk.practiceId')
        .select(['kiosk.id', 'kiosk.practiceId', 'kiosk.startedBy', 'practice.startedAt'])
        .orderBy('kiosk.id')
        .execute()
      const audit = await db
        .selectFrom('audit')
        .select(['actor', 'target'])
        .where('action', '=', 'kiosk.start')
        .execute()
      const started = new Set(audit.map(({ actor, target }) => `${actor} ${target}`))
      const wrong = rows.flatMap(({ id, practiceId, startedBy, startedAt }) => {
        if (startedAt === null) return [`kiosk ${id} is for practice ${practiceId}, which wasn’t started`]
        return started.has(`${startedBy} ${practiceId}`) ? [] : [`kiosk ${id} was started by no officer`]
      })
      return { looked: count(rows.length, 'kiosk'), wrong }
    },
  },
  {
    title: 'Erased members have only a pseudonym left',
    async look({ db }) {
      const rows = await db
        .selectFrom('member')
        .innerJoin('user', 'user.id', 'member.id')
        .selectAll('member')
        .select(['user.email', 'user.name', 'user.image', 'user.emailVerified'])
        .where('member.erasedAt', 'is not', null)
        .orderBy('member.id')
        .execute()
      const left = await ownedRows(db)
      const wrong = rows.flatMap((row) => {
        const { id, nameFirst, nameLast, birthday, bowType, personalEquipment, pictureUrl, pronouns } = row
        const personal = [nameFirst, nameLast, birthday, bowType, personalEquipment, pictureUrl, row.name, row.image]
        const faults = [
          ...(personal.some(Boolean) || pronouns !== '[]' || row.hasCar === 1 ? ['profile details'] : []),
          ...(row.email === addressOfErased(id) && row.emailVerified === 0 ? [] : ['an email address']),
          ...(row.role === 'Member' && row.removedAt !== null ? [] : ['their membership']),
          ...[...left].filter(([, owners]) => owners.has(id)).map(([what]) => what),
        ]
        return faults.map((what) => `member ${id} was erased but still has ${what}`)
      })
      return { looked: rows.length === 0 ? 'none yet' : count(rows.length, 'erased member'), wrong }
    },
  },
  {
    title: 'Everyone named in the records exists',
    async look({ db }) {
      const people = new Set((await db.selectFrom('member').select('id').execute()).map((row) => row.id))
      const ledger = await db.selectFrom('ledger').select(['id', 'actor']).execute()
      const audit = await db.selectFrom('audit').select(['id', 'actor']).execute()
      const practices = await db.selectFrom('practice').select(['id', 'startedBy']).execute()
      const exists = (actor: string) => people.has(actor) || otherActors.has(actor)
      const wrong = [
        ...ledger.filter((row) => !exists(row.actor)).map((row) => `ledger ${row.id}: actor ${row.actor}`),
        ...audit.filter((row) => !exists(row.actor)).map((row) => `audit ${row.id}: actor ${row.actor}`),
        ...practices
          .filter((row) => row.startedBy !== null && !people.has(row.startedBy))
          .map((row) => `practice ${row.id}: started by ${row.startedBy}`),
      ]
      return { looked: `${count(ledger.length, 'ledger row')}, ${count(audit.length, 'audit row')}`, wrong }
    },
  },
]

/** Which members have sessions, email links, emails and the like. */
async function ownedRows(db: Snapshot['db']) {
  const owners = async (rows: Promise<{ owner: string }[]>) => new Set((await rows).map(({ owner }) => owner))
  return new Map([
    ['a password', await owners(db.selectFrom('account').select('userId as owner').execute())],
    ['a session', await owners(db.selectFrom('session').select('userId as owner').execute())],
    ['a kiosk', await owners(db.selectFrom('kiosk').select('startedBy as owner').execute())],
    ['an email link', await owners(db.selectFrom('verification').select('value as owner').execute())],
    ['an email', await owners(db.selectFrom('mailOutbox').select('userId as owner').execute())],
    ['notification settings', await owners(db.selectFrom('newsOff').select('memberId as owner').execute())],
    ['a device', await owners(db.selectFrom('pushSubscription').select('memberId as owner').execute())],
    ['an RSVP', await owners(db.selectFrom('rsvp').select('memberId as owner').execute())],
    ['a reminder', await owners(db.selectFrom('reminder').select('memberId as owner').execute())],
    ['an excuse', await owners(db.selectFrom('noShowExcuse').select('memberId as owner').execute())],
    ['a can’t-come RSVP', await owners(db.selectFrom('cantCome').select('memberId as owner').execute())],
    ['a scorecard', await owners(db.selectFrom('scorecard').select('memberId as owner').execute())],
    ['a draft', await owners(db.selectFrom('profileDraft').select('memberId as owner').execute())],
    [
      'a remembered store address',
      await owners(
        db
          .selectFrom('storeAddress')
          .select('memberId as owner')
          .where('memberId', 'is not', null)
          .$narrowType<{ owner: string }>()
          .execute(),
      ),
    ],
    ['a calendar link', await owners(db.selectFrom('feedToken').select('memberId as owner').execute())],
  ])
}

const otherActors = new Set(['system', 'command'])

function whyNot(officer: RoleHolder & { id: string }) {
  return `member ${officer.id} is ${officer.removed ? 'removed' : 'unverified'}`
}

/** Checks that members, photo rows and stored files match. */
export const pictureChecks: Check[] = [
  {
    // T66
    title: 'Every profile photo has its files',
    async look({ db, files }) {
      const members = await db
        .selectFrom('member')
        .select(['id', 'pictureUrl'])
        .where('erasedAt', 'is', null)
        .orderBy('id')
        .execute()
      const pictures = await db
        .selectFrom('picture')
        .select(['id', 'memberId'])
        .where('unusedSince', 'is', null)
        .orderBy('id')
        .execute()
      const stored = new Set(await files.list())
      const wrong: string[] = []
      for (const { id, pictureUrl: shown } of members) {
        const own = pictures.find((picture) => picture.memberId === id)
        const expected = own ? pictureUrl(own.id) : defaultPicture
        if (shown !== expected) wrong.push(`member ${id} shows ${shown}, expected ${expected}`)
      }
      for (const picture of pictures)
        for (const size of pictureSizes)
          if (!stored.has(pictureFile(picture, size)))
            wrong.push(`photo ${picture.id} of member ${picture.memberId} is missing its ${size}-pixel file`)
      return { looked: count(pictures.length, 'picture'), wrong }
    },
  },
  {
    title: 'Every file that a setting names is stored',
    async look({ db, files }) {
      const settings = await db.selectFrom('setting').select(['name', 'value']).orderBy('name').execute()
      const rows = await db.selectFrom('clubFile').select(['id', 'createdAt']).execute()
      const pathOf = new Map(rows.map((row) => [row.id, clubFilePath(row)]))
      const stored = new Set(await files.list())
      const named = settings.flatMap(({ name, value }) => clubFilesIn(value ?? '').map((id) => ({ name, id })))
      const wrong = named
        .filter(({ id }) => !stored.has(pathOf.get(id) ?? ''))
        .map(({ name, id }) => `setting ${name} names file ${id}, which isn’t stored`)
      return { looked: count(named.length, 'file'), wrong }
    },
  },
]
