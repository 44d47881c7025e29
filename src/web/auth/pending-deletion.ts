/**
 * The deletion of one's account that was asked for and not answered. Whether it has happened, only its key can find out: who
 * is deleted can't sign in to ask. Kept in the tab, so that a reload does not forget it.
 */
import { api } from '#web/lib/api.ts'

type Asked = { userId: string; idempotencyKey: string }

/** Below the prefix of what is personal: it goes with the rest. */
const name = 'quiver:unheard-deletion'

export function rememberDeletion(asked: Asked) {
  try {
    sessionStorage.setItem(name, JSON.stringify(asked))
  } catch {
    // Storage is switched off: should the answer get lost, the end is that of any other session.
  }
}

export function forgetPendingDeletion() {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

export function isDeletionPending() {
  return read() !== null
}

/** @returns who has been deleted @throws when the server gives no answer; it is asked again then */
export async function checkPendingDeletion() {
  const asked = read()
  if (asked === null) return null
  const { deleted } = await api.account.wasDeleted(asked)
  forgetPendingDeletion()
  return deleted ? asked.userId : null
}

function read(): Asked | null {
  try {
    const text = sessionStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as Asked)
  } catch {
    return null
  }
}
