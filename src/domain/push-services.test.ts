import { expect, test } from 'vitest'
import { arePushKeys, isPushEndpoint } from './notifications.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QAbc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is where a browser lets notifications be sent to', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true))

// Shows: T59
test.each([
  ...['http://fcm.googleapis.com/fcm/send/abc', 'https://fcm.googleapis.com:8443/x'],
  ...['https://user:password@fcm.googleapis.com/x', 'https://fcm.googleapis.com@127.0.0.1/x'],
  ...['https://fcm.googleapis.com.evil.example/x', 'https://evil.example/fcm.googleapis.com'],
  ...['https://notfcm.googleapis.com/x', 'https://notify.windows.com.evil.example/', 'https://evilpush.apple.com/x'],
  ...['https://fcm.googleapis.com./x', 'https://127.0.0.1/x', 'http://127.0.0.1:9000/x', 'https://[::1]/x'],
  ...['https://169.254.169.254/latest/meta-data', 'https://localhost/x', 'file:///etc/passwd', 'javascript:alert(1)'],
  ...['//fcm.googleapis.com/x', '', `https://fcm.googleapis.com/${'x'.repeat(1000)}`],
])('%s is not', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false))

test('a stand-in is one only where it is named, at exactly its origin', () => {
  const standIn = 'http://127.0.0.1:9000'
  expect(isPushEndpoint(`${standIn}/push/1`, standIn)).toBe(true)
  for (const other of ['http://127.0.0.1:9001/x', 'https://127.0.0.1:9000/x', 'http://127.0.0.1:9000@evil.example/'])
    expect(isPushEndpoint(other, standIn)).toBe(false)
})

test('keys are a point and sixteen bytes', () => {
  const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) }
  expect(arePushKeys(keys)).toBe(true)
  for (const wrong of [{ auth: 'x' }, { auth: `${'x'.repeat(22)}=` }, { p256dh: 'x'.repeat(87) }, { p256dh: '' }])
    expect(arePushKeys({ ...keys, ...wrong })).toBe(false)
})
