import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { FirebaseHash } from '#firebase/documents/account-document.ts'
import type { Db } from '#server/db/database.ts'
import { scryptCost, scryptKeyBytes } from './scrypt.ts'

/**
 * Passwords that were brought along from Firebase, which derives a key by scrypt, encrypts its project's signer key with it,
 * and keeps that. Each is kept as it came, with the parameters that it needs, until its owner signs in.
 * @see https://github.com/firebase/scrypt
 */
const mark = 'firebase-scrypt:'
const keyBytes = 32
const noNonce = Buffer.alloc(16)
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

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
  const key = await derive(password, salt, keyBytes, { ...cost, maxmem: 256 * (cost.N + 8) * cost.r })
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
