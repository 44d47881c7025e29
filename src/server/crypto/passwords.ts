import { createCipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { FirebaseHash } from '#firebase/documents/account-document.ts'
import type { Db } from '#server/db/database.ts'
import { isSame } from './secrets.ts'

/** Thrown when too many passwords wait to be hashed; the response is a 503 (http/errors.ts, T18). */
export class HashingOverload extends Error {
  readonly code = 'busy'
  override name = 'HashingOverload'
}

/** At most one per core: more would not finish sooner, and check-ins would wait for CPU time. */
const usuallyAtOnce = Math.min(4, availableParallelism())
/** Enough for a hundred members who log in at the same moment, but bounded against a flood. */
const mostWaiting = 128
/** Sign-ups have a separate queue, so that a flood of them doesn't block logins. */
const signUpsAtOnce = 1

/**
 * Password hashing with limited concurrency, so that a flood of logins leaves CPU time for check-in. Passwords imported from
 * Firebase are verified with its algorithm.
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
 * Limits the login attempts in progress to as many as can be hashed or queued. Others are rejected before anything is written,
 * because a flood of those writes would delay every check-in (T18).
 */
export function createSemaphore(most = usuallyAtOnce + mostWaiting) {
  let taken = 0
  return {
    /** @throws HashingOverload if too many are in progress */
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

/** All stored hashes use these parameters without naming them; to change them, add a prefix to the new hashes. */
const scryptCost = { N: 16_384, r: 16, p: 1 }
const scryptKeyBytes = 64
const derive = promisify<string, string, number, object, Buffer>(scrypt)

/** @returns `<salt>:<key>`, both in hex */
export async function hashPassword(password: string) {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${await keyOf(password, salt)}`
}

/** Takes as long for a stored value that isn't a hash, and returns false. */
export async function verifyPassword(stored: string, password: string) {
  const [salt = '', key = ''] = stored.split(':')
  return isSame(await keyOf(password, salt), key)
}

/** Uses the salt's hex text, not the bytes it encodes, for compatibility with the hashes of Better Auth. */
async function keyOf(password: string, salt: string) {
  // Twice what scrypt needs; Node's default limit of 32 MB is too low.
  const maxmem = 256 * scryptCost.N * scryptCost.r
  const key = await derive(password.normalize('NFKC'), salt, scryptKeyBytes, { ...scryptCost, maxmem })
  return key.toString('hex')
}

// Passwords imported from Firebase, which derives a key by scrypt, encrypts the project's signer key with it and stores the
// result (https://github.com/firebase/scrypt). They stay in that form, with their parameters, until the owner logs in.

const mark = 'firebase-scrypt:'
const keyBytes = 32
const noNonce = Buffer.alloc(16)
const deriveBytes = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The stored form of a Firebase hash, in the column of our own hashes. */
export function oldPassword({ signerKey, saltSeparator, rounds, memCost, salt, hash }: FirebaseHash) {
  return mark + [memCost, rounds, saltSeparator, signerKey, salt, hash].join(':')
}

export function isOldPassword(stored: string) {
  return stored.startsWith(mark)
}

/** Parses the stored form of a Firebase hash; null for anything else. */
export function readOldPassword(stored: string): FirebaseHash | null {
  if (!isOldPassword(stored)) return null
  const [memCost, rounds, saltSeparator = '', signerKey = '', salt = '', hash = ''] = stored
    .slice(mark.length)
    .split(':')
  return { memCost: Number(memCost), rounds: Number(rounds), saltSeparator, signerKey, salt, hash }
}

/** Runs in Node's thread pool, like our own hashing; the caller limits the concurrency. */
export async function verifyOldPassword(stored: string, password: string) {
  const old = readOldPassword(stored)
  if (old === null) return false
  const wanted = Buffer.from(old.hash, 'base64')
  const found = await firebaseHash(old, password)
  return found.length === wanted.length && timingSafeEqual(found, wanted)
}

/** The hash that Firebase stores for a password. */
export async function firebaseHash(facts: Omit<FirebaseHash, 'hash'>, password: string) {
  const salt = Buffer.concat([Buffer.from(facts.salt, 'base64'), Buffer.from(facts.saltSeparator, 'base64')])
  const cost = { N: 2 ** facts.memCost, r: facts.rounds, p: 1 }
  const key = await deriveBytes(password, salt, keyBytes, { ...cost, maxmem: 256 * (cost.N + 8) * cost.r })
  const cipher = createCipheriv('aes-256-ctr', key, noNonce)
  return Buffer.concat([cipher.update(Buffer.from(facts.signerKey, 'base64')), cipher.final()])
}

/** Any one password still in Firebase's form, or undefined. Uses a partial index on this prefix. */
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
 * One of our hashes in the format of Firebase's import (`--hash-algo=STANDARD_SCRYPT`, with the parameters in `standardScrypt`);
 * null for a hash that is still in Firebase's own form.
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

/** The reverse of `asStandardScrypt`; null for a hash made by Firebase, recognized by its shorter salt. */
export function fromStandardScrypt({ salt, hash }: { salt: string; hash: string }) {
  const stored = `${Buffer.from(salt, 'base64')}:${Buffer.from(hash, 'base64').toString('hex')}`
  return asStandardScrypt(stored) ? stored : null
}
