import { inLine } from '#domain/isolated-text.ts'

/** Of the first email that someone gets from the club; the settings show it with the club's name. */
export function verifySubject(clubName: string) {
  return inLine`Verify your email for ${clubName}`
}
