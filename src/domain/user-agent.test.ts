import { expect, test } from 'vitest'
import { deviceInWords } from './sessions.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const [android, windows] = ['Linux; Android 10; K', 'Windows NT 10.0; Win64; x64']
const [iPhone, iPad] = ['iPhone; CPU iPhone OS 18_6 like Mac OS X', 'iPad; CPU OS 18_6 like Mac OS X']
const mac = 'Macintosh; Intel Mac OS X 10_15_7'
const [linux, chromebook] = ['X11; Linux x86_64', 'X11; CrOS x86_64 14541.0.0']

test.each([
  [android, `${blink} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [android, `${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`, 'Samsung Internet on Android'],
  [iPhone, `${webkit} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [iPhone, `${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [mac, `${webkit} Version/18.6 Safari/605.1.15`, 'Safari on Mac'],
  [windows, `${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [chromebook, `${blink} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Chromebook'],
  [linux, `${blink} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${linux}; rv:143.0`, 'Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [android, `${blink} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0`, 'Edge on Android'],
  [iPhone, `${webkit} EdgiOS/140.0 Safari/605.1.15`, 'Edge on iPhone'],
  ['Windows NT 10.0', `${blink} Chrome/64.0 Safari/537.36 Edge/17.17134`, 'Edge on Windows'],
  [windows, `${blink} Chrome/140.0.0.0 Safari/537.36 OPR/121.0`, 'Opera on Windows'],
  [iPad, `${webkit} OPiOS/16.0 Mobile/15E148 Safari/9537.53`, 'Opera on iPad'],
  [iPhone, `${webkit} FxiOS/143.0 Safari/605.1.15`, 'Firefox on iPhone'],
  ['Linux; Android 10', `${blink} Chrome/140.0 Mobile DuckDuckGo/5 Safari/537.36`, 'DuckDuckGo on Android'],
  [mac, `${webkit} Version/18.6 Safari/605.1.15 Ddg/18.6`, 'DuckDuckGo on Mac'],
  [linux, `${blink} Chromium/140.0 Safari/537.36`, 'Chrome on Linux'],
  ['Macintosh', 'Firefox/1.0', 'Firefox on Mac'],
  ['Mac OS X', 'Firefox/1.0', 'Firefox on Mac'],
  ['Windows NT 10.0', 'something new', 'Windows'],
])('on %s, %s is %s', (system, browser, expected) => {
  expect(deviceInWords(`Mozilla/5.0 (${system}) ${browser}`)).toBe(expected)
})

test.each([
  ['Opera/9.80 (X11; Linux x86_64) Presto/2.12.388 Version/12.16', 'Opera on Linux'],
  ['curl/8.5.0', 'curl'],
  ['something like curl/8.5.0', 'A program'],
  ['', 'A program'],
  ['<script>alert(1)</script>', 'A program'],
])('%s is %s', (userAgent, expected) => expect(deviceInWords(userAgent)).toBe(expected))
