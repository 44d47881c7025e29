import { addDays, atTime, dayOf } from '#domain/calendar-day.ts'
import type { BowType, Profile } from '#domain/profile.ts'
import { largestCar } from '#domain/profile-limits.ts'
import { type PersonKey, type PlannedPractice, plus } from './events.ts'
import { semesterDays } from './plan-schedule.ts'
import type { Random } from './random.ts'

/** A member of the demo club, with the habits that the plan follows. */
export type DemoPerson = {
  key: PersonKey
  profile: Profile
  joinsAt: string
  officer: boolean
  /** Relative likelihood to attend: above 0, at most 1. */
  keenness: number
  /** Pays for practices only after attending them. */
  paysLate: boolean
  /** Pays the treasurer at the desk instead of buying in the store. */
  buysAtDesk: boolean
  /** Has the Carpool Range Pass, so needs no day passes. */
  hasRangePass: boolean
}

/** Members that the plan refers to by name. */
export const president = 'kai.nakamura'
export const treasurer = 'priya.raman'
export const rangeOfficer = 'jonah.weiss'
export const passHolder = 'maya.okafor'
export const debtor = 'leo.fischer'
/** Attended before signing up, and was pre-registered by email. */
export const newcomer = 'pavel.novak'
const officers = [president, treasurer, rangeOfficer]
const named = [...officers, passHolder, debtor, newcomer]

const she = ['She/Her']
const he = ['He/Him']
const they = ['They/Them']

const names: [first: string, last: string, pronouns: string[]][] = [
  ['Kai', 'Nakamura', they],
  ['Priya', 'Raman', she],
  ['Jonah', 'Weiss', he],
  ['Maya', 'Okafor', she],
  ['Leo', 'Fischer', he],
  ['Pavel', 'Novák', he],
  ['Emma', 'Sullivan', she],
  ['Mateo', 'García', he],
  ['Aisha', 'Rahman', she],
  ['Liam', 'O’Connor', he],
  ['Hannah', 'Kowalski', she],
  ['Noah', 'Bennett', he],
  ['Sofia', 'Petrova', she],
  ['Ethan', 'Park', he],
  ['Zoë', 'Lambert', ['She/Her', 'They/Them']],
  ['Daniel', 'Osei', he],
  ['Chloe', 'Dubois', she],
  ['Arjun', 'Mehta', he],
  ['Grace', 'Kim', she],
  ['Tomás', 'Herrera', he],
  ['Ingrid', 'Solberg', she],
  ['Malik', 'Johnson', he],
  ['Yuki', 'Tanaka', ['They/Them', 'She/Her']],
  ['Caleb', 'Whitaker', he],
  ['Fatima', 'Al-Sayed', she],
  ['Oliver', 'Brandt', he],
  ['Naomi', 'Feldman', she],
  ['Dmitri', 'Volkov', he],
  ['Ruth', 'Abebe', she],
  ['Samuel', 'Adeyemi', he],
  ['Lucía', 'Morales', she],
  ['Wei', 'Zhang', he],
  ['Freya', 'Lindqvist', she],
  ['Marcus', 'Bell', he],
  ['Anika', 'Sharma', she],
  ['Theo', 'Papadakis', ['He/Him', 'They/Them']],
  ['Isla', 'MacLeod', she],
  ['Rafael', 'Costa', he],
  ['Bao', 'Nguyen', he],
  ['Quinn', 'Harper', they],
  ['Elena', 'Rossi', she],
  ['Tariq', 'Hassan', he],
  ['Sage', 'Holloway', they],
  ['Abigail', 'Turner', she],
  ['Hiro', 'Matsuda', he],
  ['Camille', 'Laurent', she],
  ['Jamal', 'Carter', he],
  ['Nora', 'Byrne', she],
  ['Viktor', 'Hruška', he],
  ['Leila', 'Haddad', she],
  ['Owen', 'Fletcher', he],
  ['Simone', 'Baptiste', she],
  ['Rosa', 'Delgado', she],
  ['Emeka', 'Obi', he],
  ['Tess', 'Vandermeer', ['She/They']],
  ['Ravi', 'Iyer', he],
  ['Lena', 'Hoffmann', she],
  ['Ash', 'Delaney', ['Ze/Zir']],
  ['Mei-Ling', 'Chen', she],
  ['Gus', 'Lindgren', he],
]

/** The sixty members' names and pronouns, the same in every demo club. */
export const cast = names.map(([nameFirst, nameLast, pronouns]) => ({
  key: asKey(nameFirst, nameLast),
  nameFirst,
  nameLast,
  pronouns,
}))
/** Three of four show other members that they're going; the others have not chosen yet. */
export function showsGoing(person: PersonKey) {
  return cast.findIndex(({ key }) => key === person) % 4 !== 2
}

export type CastMember = (typeof cast)[number]

/** Number of members who join at the start of the semester; the others join during it. */
const atTheBeginning = 46
const bows: BowType[] = [
  'Recurve',
  'Recurve',
  'Recurve',
  'Recurve',
  'Compound',
  'Compound',
  'Barebow',
  'Barebow',
  'undecided',
]
const carSizes = [2, 4, 5, 5, 5, 5, 7, largestCar]
const rangePasses = 3

/** Plans the sixty members' profiles, sign-up times and habits. */
export function planPeople(facts: { nowMs: number; timeZone: string; random: Random }): DemoPerson[] {
  const { nowMs, timeZone, random } = facts
  const today = dayOf(nowMs, timeZone)
  let rangePassesLeft = rangePasses
  return cast.map(({ key, nameFirst, nameLast, pronouns }, i) => {
    const officer = officers.includes(key)
    const hasCar = officer || random.chance(0.35)
    const personalEquipment = random.chance(0.4) ? 'Yes' : 'No'
    const hasRangePass = hasCar && !named.includes(key) && rangePassesLeft > 0
    if (hasRangePass) rangePassesLeft -= 1
    const joinsOn = addDays(today, -daysAgo(i, key, random))
    return {
      key,
      profile: {
        nameFirst,
        nameLast,
        birthday: addDays(today, -Math.round(365.25 * random.int(18, 25)) - random.int(0, 364)),
        bowType: personalEquipment === 'Yes' ? random.pick(bows.slice(0, -1)) : random.pick(bows),
        personalEquipment,
        hasCar,
        carCapacity: hasCar ? random.pick(carSizes) : 0,
        rm01Completed: hasCar && random.chance(0.6),
        pronouns,
      },
      joinsAt: plus(atTime(joinsOn, '09:00', timeZone), random.int(0, 600)),
      officer,
      keenness: officer ? 1 : key === passHolder ? 0.9 : random.int(1, 10) / 10,
      paysLate: !officer && random.chance(0.3),
      buysAtDesk: named.includes(key) ? key !== passHolder : random.chance(0.3),
      hasRangePass,
    }
  })
}

/** How many days ago a member joined. */
function daysAgo(i: number, key: PersonKey, random: Random) {
  if (officers.includes(key)) return semesterDays + 21
  if (key === newcomer) return Math.round(semesterDays / 2)
  return i < atTheBeginning ? semesterDays + random.int(2, 14) : random.int(4, semesterDays - 10)
}

/** The local part of the member's address: `Zoë Lambert` → `zoe.lambert`. */
function asKey(first: string, last: string) {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^A-Za-z-]/g, '')
      .toLowerCase()
  return `${plain(first)}.${plain(last)}`
}

/** What a member has at the current point of the plan, which decides when they buy passes and practices. */
export type Wallet = { dayPasses: number; paid: number; attended: number }

export type Wallets = Map<PersonKey, Wallet>

/** A practice that took place, with its attendees. */
export type HeldPractice = { practice: PlannedPractice; attending: DemoPerson[] }

export function walletOf(wallets: Wallets, person: PersonKey): Wallet {
  const wallet = wallets.get(person)
  if (!wallet) throw new Error(`The demo club has no ${person}`)
  return wallet
}
