import type { Page } from '@playwright/test'

/** Presses the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Presses the first row's action, whose label continues with the row's name. */
export const openFirst = (action: string) => press(new RegExp(`^${action}`))
