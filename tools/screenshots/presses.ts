import type { Page } from '@playwright/test'

/** What somebody presses first on a screen. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The first row's action: its button says what it is about after it. */
export const openFirst = (action: string) => press(new RegExp(`^${action}`))
