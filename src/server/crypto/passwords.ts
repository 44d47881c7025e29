import { createCipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { FirebaseHash } from '#firebase/documents/account-document.ts'
import type { Db } from '#server/db/database.ts'
import { isSame } from './secrets.ts'

/** Thrown when too many passwords wait to be hashed; answered with 503 (http/errors.ts, T18). */
export class HashingOverload extends Error {
  readonly code = 'busy'
  override name = 'HashingOverload'
}

/** On a small machine fewer: they would take as long all together, and check-in would wait for its turn. */
const usuallyAtOnce = Math.min(4, availableParallelism())
/** A hundred members who sign in at the same moment are served; a flood is not queued without end. */
const mostWaiting = 128
/** Sign-ups have a place of their own: whoever sends many of them keeps no member from logging in. */
const signUpsAtOnce = 1

/**
 * At most four passwords at a time, so that a flood of sign-ins leaves check-in its share of the machine. A password
 * of the club's former app is looked at in that one's way.
 */
export function createPasswordHashing(scrypt = { hashPassword, verifyPassword }, atOnce = usuallyAtOnce) {
  const laneOf = (most: number) => {
    const limit = pLimit(most)
    return async <T>(work: () => Promise<T>) => {
      if (limit.pendingCount >= mostWaiting) throw new HashingOverload('too many logins in progress')
      return limit(work)
    }
  }
  const run = laneOf(atOnce)
  const runSignUp = laneOf(signUpsAtOnce)
  return {
    hash: (password: string, { forSignUp = false } = {}) =>
      (forSignUp ? runSignUp : run)(() => scrypt.hashPassword(password)),
    verify: ({ hash, password }: { hash: string; password: string }) =>
      run(() => (isOldPassword(hash) ? verifyOldPassword(hash, password) : scrypt.verifyPassword(hash, password))),
  }
}
export type PasswordHashing = ReturnType<typeof createPasswordHashing>

/**
 * Places for tries that are counted before their password is looked at and open a session after it: as many as can be looked
 * at or wait for that. Who finds none is turned away before anything is written, because a flood of such writes would keep
 * every check-in waiting (T18).
 */
export function createSemaphore(most = usuallyAtOnce + mostWaiting) {
  let taken = 0
  return {
    /** @throws HashingOverload when there is no place */
    async hold<T>(work: () => Promise<T>) {
      if (taken >= most) throw new HashingOverload('too many logins in progress')
      taken += 1
      try {
        return await work()
      } finally {
        taken -= 1
      }
    },
  }
}
export type Semaphore = ReturnType<typeof createSemaphore>

/** Every stored password was hashed with these: a change of them needs a mark in what is stored. */
const scryptCost = { N: 16_384, r: 16, p: 1 }
const scryptKeyBytes = 64
const derive = promisify<string, string, number, object, Buffer>(scrypt)

/** `<salt>:<key>`, both in hex. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${await keyOf(password, salt)}`
}

/** Something else in place of a hash takes as long, and no password fits it. */
export async function verifyPassword(stored: string, password: string) {
  const [salt = '', key = ''] = stored.split(':')
  return isSame(await keyOf(password, salt), key)
}

/** The salt is the text, not the bytes that it says. */
async function keyOf(password: string, salt: string) {
  // Twice what scrypt needs: Node allows no more than 32 MB unless told.
  const maxmem = 256 * scryptCost.N * scryptCost.r
  const key = await derive(password.normalize('NFKC'), salt, scryptKeyBytes, { ...scryptCost, maxmem })
  return key.toString('hex')
}

/**
 * Passwords that were brought along from Firebase, which derives a key by scrypt, encrypts its project's signer key with it,
 * and keeps that. Each is kept as it came, with the parameters that it needs, until its owner signs in.
 * @see https://github.com/firebase/scrypt
 */
const mark = 'firebase-scrypt:'
const keyBytes = 32
const noNonce = Buffer.alloc(16)
const deriveBytes = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** As it is stored in place of a hash of our own. */
export function oldPassword({ signerKey, saltSeparator, rounds, memCost, salt, hash }: FirebaseHash) {
  return mark + [memCost, rounds, saltSeparator, signerKey, salt, hash].join(':')
}

export function isOldPassword(stored: string) {
  return stored.startsWith(mark)
}

/** What `oldPassword` made a text of; null of anything else. */
export function readOldPassword(stored: string): FirebaseHash | null {
  if (!isOldPassword(stored)) return null
  const [memCost, rounds, saltSeparator = '', signerKey = '', salt = '', hash = ''] = stored
    .slice(mark.length)
    .split(':')
  return { memCost: Number(memCost), rounds: Number(rounds), saltSeparator, signerKey, salt, hash }
}

/** Like our own hashing off the main thread; how many at once is for the caller to say. */
export async function verifyOldPassword(stored: string, password: string) {
  const old = readOldPassword(stored)
  if (old === null) return false
  const wanted = Buffer.from(old.hash, 'base64')
  const found = await firebaseHash(old, password)
  return found.length === wanted.length && timingSafeEqual(found, wanted)
}

/** The hash that Firebase keeps for a password. */
export async function firebaseHash(facts: Omit<FirebaseHash, 'hash'>, password: string) {
  const salt = Buffer.concat([Buffer.from(facts.salt, 'base64'), Buffer.from(facts.saltSeparator, 'base64')])
  const cost = { N: 2 ** facts.memCost, r: facts.rounds, p: 1 }
  const key = await deriveBytes(password, salt, keyBytes, { ...cost, maxmem: 256 * (cost.N + 8) * cost.r })
  const cipher = createCipheriv('aes-256-ctr', key, noNonce)
  return Buffer.concat([cipher.update(Buffer.from(facts.signerKey, 'base64')), cipher.final()])
}

/** One of those that nobody has signed in with yet; undefined when there is none. By an index of them alone. */
export async function findAnOldPassword(db: Db) {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where(sql<boolean>`substr(password, 1, 16) = 'firebase-scrypt:'`)
    .limit(1)
    .executeTakeFirst()
  return row?.password ?? undefined
}

/**
 * A password of our own as Firebase's import takes it (`--hash-algo=STANDARD_SCRYPT`, with the parameters in
 * `standardScrypt`); null of one that came from there and has stayed as it was.
 */
export function asStandardScrypt(stored: string) {
  const [, salt = '', key = ''] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(stored) ?? []
  if (salt === '') return null
  return { salt: Buffer.from(salt).toString('base64'), hash: Buffer.from(key, 'hex').toString('base64') }
}

export const standardScrypt = {
  memCost: scryptCost.N,
  parallelization: scryptCost.p,
  blockSize: scryptCost.r,
  dkLen: scryptKeyBytes,
}

/** The other way round; null of a password that Firebase has hashed: its salts are shorter. */
export function fromStandardScrypt({ salt, hash }: { salt: string; hash: string }) {
  const stored = `${Buffer.from(salt, 'base64')}:${Buffer.from(hash, 'base64').toString('hex')}`
  return asStandardScrypt(stored) ? stored : null
}
