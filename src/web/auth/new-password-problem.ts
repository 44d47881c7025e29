import { longestPassword } from '#domain/passwords.ts'
import { messages } from '#domain/text/messages.ts'

/** What the browser can already say of a new password; the server knows the common ones too. */
export function newPasswordProblem(password: string, club: { shortestPassword: number }): { password?: string } {
  if (password === '') return { password: messages.passwordMissing }
  if (password.length > longestPassword) return { password: messages.passwordTooLong(longestPassword) }
  if ([...password].length < club.shortestPassword) return { password: messages.passwordWeak }
  return {}
}
