import { describe, expect, test } from 'vitest'
import { missingSubjects, webmasterMessages } from './webmaster-messages.ts'

const maps = [
  { setting: 'maps.range', brings: 'where the range is' },
  { setting: 'maps.carpool', brings: 'where drivers pick people up' },
]

describe('what officers ask their webmaster for', () => {
  test('is named by subject, in plain words, in one order', () => {
    const merch = { setting: "redirects['/merch']", brings: 'where “Merch” in the footer leads' }
    expect(missingSubjects([merch, ...maps])).toEqual([
      { name: 'the maps', brings: ['where the range is', 'where drivers pick people up'] },
      { name: 'the footer links', brings: ['where “Merch” in the footer leads'] },
    ])
    // From another release.
    expect(missingSubjects([{ setting: 'kiosk', brings: 'the check-in screen' }])).toEqual([
      { name: 'the other settings', brings: ['the check-in screen'] },
    ])
  })

  test('only the message has the names of settings', () => {
    expect(webmasterMessages.message(maps)).toContain('\n- maps.range: where the range is\n- maps.carpool: ')
  })
})
