import { describe, expect, test } from 'vitest'
import { afterSignIn, nextPath } from './sign-in-address.ts'

const followed: [string, string][] = [
  ['/home', '/home'],
  ['/home?open=past', '/home?open=past'],
  ['/members?q=ana%20maria&sort=name', '/members?q=ana%20maria&sort=name'],
  ['/scorecard#end-3', '/scorecard#end-3'],
  ['/home?next=https://evil.example', '/home?next=https://evil.example'],
]

const refused: Record<string, unknown[]> = {
  'no path': [undefined, null, 42, {}, ['/home'], '', ' ', 'home', './home', '../home', '?open=past', '#home'],
  'another site': [
    ...['https://evil.example/home', 'HTTPS://evil.example', 'https:evil.example/home', '//evil.example/home'],
    ...['///evil.example', '/\\evil.example', '\\/evil.example', '\\\\evil.example', '/home\\..\\evil'],
  ],
  'another site behind characters that a browser drops': [
    ...['/\t/evil.example', '/\n/evil.example', ' //evil.example', '/／evil.example', '/\u0000/evil.example'],
    '/%00home',
  ],
  'another site after decoding or resolving': [
    ...['/%09/evil.example', '/%0a/evil.example', '/%0d%0aLocation:%20https://evil.example', '/%2f/evil.example'],
    ...['/%5cevil.example', '/home/%2f%2fevil.example', '/..//evil.example', '/./\\evil.example', '/@evil.example'],
  ],
  'another scheme': [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,hello'],
  ],
  'no page to land on': [
    ...['/login', '/login?next=/login', '/LOGIN', '/login/', '/verify', '/reset#token=x', '/code?why=changed', '/'],
    ...['/?next=/home', '/api/auth/sign-out', '/rpc/session/get', '/live', '/files/x', '/dev/mail'],
    ...['/x/../api/auth/sign-out', '/a/../login', `/${'a'.repeat(2000)}`],
  ],
}

describe('where sign-in leads', () => {
  test.each(followed)('%s is a page of ours', (next, path) => expect(nextPath(next)).toBe(path))
  // Shows: T92, ASVS 3.7.2
  for (const [kind, addresses] of Object.entries(refused))
    test.each(addresses.map((next) => [next]))(`%j is not followed: ${kind}`, (next) => {
      expect(nextPath(next)).toBe(afterSignIn)
    })
})
