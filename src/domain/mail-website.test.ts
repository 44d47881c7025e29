import { expect, test } from 'vitest'
import { mailWebsite } from './mail-website.ts'

test('the website of a known provider, of the club’s setting, or none', () => {
  const at = (emailDomain: string, webmailUrl: string | null = null) => mailWebsite({ emailDomain, webmailUrl })
  expect(at('gmail.com')).toBe('https://mail.google.com/')
  expect(at('hotmail.com')).toBe('https://outlook.live.com/mail/')
  expect(at('purdue.edu')).toBeNull()
  expect(at('notgmail.com')).toBeNull()
  expect(at('purdue.edu', 'https://outlook.office.com/mail/')).toBe('https://outlook.office.com/mail/')
  expect(at('gmail.com', 'https://mail.example.edu/')).toBe('https://mail.example.edu/')
})
