import type { Club } from '#contract/session.ts'

/** The club of a document that holds the sign-in page, or null in any other (src/server/http/html-shells.ts). */
export function readLoginFacts(): Club | null {
  const text = document.getElementById('sign-in-facts')?.textContent
  return text ? JSON.parse(text) : null
}
