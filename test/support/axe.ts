import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with a page: rule and places, a line each. Its rules in `without` are left out. */
export async function axeFindings(page: Page, without: string[] = []): Promise<string[]> {
  // What passes need not be described; and only for a frame of somebody else (a map) is its mode with a second page needed.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).disableRules(without)
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  return violations.map(({ id, nodes }) => `axe: ${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}
