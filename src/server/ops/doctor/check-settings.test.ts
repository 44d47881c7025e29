import { expect, test } from 'vitest'
import { parseClubConfig } from '#server/ops/config/club-config.ts'
import { setInApp } from './check-settings.ts'

test('says which value applies where the app and club.config.ts differ', () => {
  const club = parseClubConfig({ contactEmail: 'file@purdue.edu', fixed: { terms: 'The university sets these.' } })
  const said = (name: string, value: unknown) =>
    setInApp(club, { name, value: JSON.stringify(value) }).map(({ state, says }) => [state, says])
  expect(said('contactEmail', 'file@purdue.edu')).toEqual([])
  expect(said('contactEmail', 'app@purdue.edu')).toEqual([
    ['ok', 'contactEmail is set in the app, which wins over club.config.ts.'],
  ])
  expect(said('terms', [])).toEqual([['ok', 'terms is fixed in club.config.ts, so the value in the app waits.']])
  expect(said('contactEmail', 'nothing')).toEqual([
    ['warning', 'The value of contactEmail in the app isn’t valid anymore, so the one in club.config.ts applies.'],
  ])
  expect(said('later', 1)).toEqual([['warning', 'A later release has stored the setting later.']])
})
