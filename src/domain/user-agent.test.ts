import { expect, test } from 'vitest'
import { deviceInWords } from './sessions.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15`, 'Safari on Mac'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Chromebook'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0`, 'Edge on Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} EdgiOS/140.0 Safari/605.1.15`, 'Edge on iPhone'],
  [`Mozilla/5.0 (Windows NT 10.0) ${blink} Chrome/64.0 Safari/537.36 Edge/17.17134`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36 OPR/121.0`, 'Opera on Windows'],
  [`Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} OPiOS/16.0 Mobile/15E148 Safari/9537.53`, 'Opera on iPad'],
  ['Opera/9.80 (X11; Linux x86_64) Presto/2.12.388 Version/12.16', 'Opera on Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} FxiOS/143.0 Safari/605.1.15`, 'Firefox on iPhone'],
  [`Mozilla/5.0 (Linux; Android 10) ${blink} Chrome/140.0 Mobile DuckDuckGo/5 Safari/537.36`, 'DuckDuckGo on Android'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15 Ddg/18.6`,
    'DuckDuckGo on Mac',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink} Chromium/140.0 Safari/537.36`, 'Chrome on Linux'],
  ['Mozilla/5.0 (Macintosh) Firefox/1.0', 'Firefox on Mac'],
  ['Mozilla/5.0 (Mac OS X) Firefox/1.0', 'Firefox on Mac'],
  ['curl/8.5.0', 'curl'],
  ['something like curl/8.5.0', 'A program'],
  ['Mozilla/5.0 (Windows NT 10.0) something new', 'Windows'],
  ['', 'A program'],
  ['<script>alert(1)</script>', 'A program'],
])('%s is a device in words', (userAgent, expected) => expect(deviceInWords(userAgent)).toBe(expected))
