import type { Scene } from './scenes.ts'

/** The members page of a club of many, without bulk edits. */
export const membersScenes: Scene[] = [
  { name: 'members-many', as: 'officer', path: '/members' },
  { name: 'members-found', as: 'officer', path: '/members?q=grace%20garc&sort=balance' },
  { name: 'members-none-found', as: 'officer', path: '/members?q=crossbow' },
  { name: 'members-outstanding', as: 'officer', path: '/members?filter=outstanding&q=hiro%20a&dir=desc' },
  { name: 'members-details', as: 'officer', path: '/members?member=many-5' },
  {
    name: 'members-details-editing',
    as: 'officer',
    path: '/members?member=many-5',
    act: (page) => page.getByRole('button', { name: 'Total Paid Practices: one more' }).click(),
  },
  { name: 'members-practices', as: 'officer', path: '/members?member=many-11&open=practices' },
  { name: 'members-no-practices', as: 'officer', path: '/members?member=many-0&open=practices' },
  { name: 'members-role', as: 'officer', path: '/members?member=many-5&open=role' },
  { name: 'members-remove', as: 'officer', path: '/members?member=many-5&open=remove' },
  { name: 'members-erase', as: 'officer', path: '/members?member=many-7&open=erase' },
  {
    name: 'members-actions',
    as: 'officer',
    path: '/members?q=member5@',
    async act(page) {
      const actions = page.getByRole('button', { name: /^Actions for/ })
      if (await actions.isVisible()) await actions.click()
    },
  },
  {
    name: 'members-conflict',
    as: 'officer',
    path: '/members?q=member5@',
    async act(page) {
      await page.route(/setDayPasses/, (route) =>
        route.fulfill({
          status: 409,
          json: {
            json: {
              defined: true,
              code: 'REFUSED',
              status: 409,
              message: 'Someone else just changed this. Check it, then try again.',
              data: { reason: 'changed-meanwhile' },
            },
          },
        }),
      )
      const more = page.getByRole('button', { name: /^Remaining Day Passes.*one more$/ })
      const isNarrow = !(await more.isVisible())
      if (isNarrow) await page.locator('[aria-haspopup=dialog][id^=member-]').click()
      await more.click()
      if (isNarrow) await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText(/^Someone else just set this to/).waitFor()
    },
  },
  { name: 'members-loading', as: 'officer', path: '/members', data: 'loading' },
  { name: 'members-offline', as: 'officer', path: '/members', data: 'offline' },
  { name: 'members-trouble', as: 'officer', path: '/members', data: 'trouble' },
]
