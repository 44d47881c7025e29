import { describe, expect, test } from 'vitest'
import { profilePageFor, readProfileSearch } from './own-pages-search.ts'

describe('where a part of the profile is', () => {
  test.each([
    ['export', '/profile/data'],
    ['delete', '/profile/data'],
    ['sign-out-everywhere', '/profile/security'],
    ['install', '/profile/security'],
    ['nothing-like-it', '/profile'],
  ])('the dialog %s is on %s', (open, page) => {
    expect(profilePageFor(readProfileSearch({ open }), '')).toBe(page)
  })

  test.each([
    ['password', '/profile/security'],
    ['notifications', '/profile/notifications'],
    ['history', '/profile/data'],
    ['', '/profile'],
    ['constructor', '/profile'],
  ])('the section "%s" is on %s', (hash, page) => {
    expect(profilePageFor({}, hash)).toBe(page)
  })
})
