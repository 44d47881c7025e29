import type { Club } from '#contract/session.ts'

/**
 * The club, if the server rendered the login page into this document, otherwise null (src/server/http/html-shells.ts).
 */
export function readLoginFacts(): Club | null {
  const text = document.getElementById('sign-in-facts')?.textContent
  return text ? JSON.parse(text) : null
}
