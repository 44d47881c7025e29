import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { BusyError } from '#server/busy-error.ts'
import { isOldPassword, verifyOldPassword } from './old-passwords.ts'
import { hashPassword, verifyPassword } from './scrypt.ts'

/** Thrown when too many passwords wait to be hashed (T18). */
export class HashingOverload extends BusyError {
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
 * of the club's former app is looked at in that one's way (old-passwords.ts).
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
