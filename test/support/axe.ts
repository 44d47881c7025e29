import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with a page: one row per rule, with the elements. Rules in `without` are disabled. */
export async function axeFindings(page: Page, without: string[] = []): Promise<string[]> {
  // Details are needed only for violations, and axe's second, blank page only for cross-origin frames (maps).
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).disableRules(without)
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  return violations.map(({ id, nodes }) => `axe: ${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}
