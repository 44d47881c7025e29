import { tabStorage } from '#web/lib/browser-storage.ts'

/** The address that someone has just signed up with, for this tab only and until they log in: a reload keeps the screen that names it. */

const key = 'quiver:signed-up'

/** The last sign-up. */
export type SignUp = {
  email: string
  /** When the last email was sent, by the server's clock. */
  sentAtMs: number
}

export function readSignUp(): SignUp | null {
  try {
    return JSON.parse(tabStorage.read(key) ?? 'null')
  } catch {
    return null
  }
}

export function storeSignUp(signUp: SignUp) {
  tabStorage.write(key, JSON.stringify(signUp))
}

export function forgetSignUp() {
  tabStorage.write(key, null)
}
