type HostileString = {
  what: string
  text: string
  /** What one line keeps of it; empty if it has nothing that can be seen. */
  line: string
  /** What several lines keep, if not the same. */
  lines?: string
  /** No input takes it, because PostgreSQL can’t store it (server/http/input-guard.ts). */
  refused?: true
}

const longWord = 'Archery'.repeat(800)
const same = (what: string, text: string): HostileString => ({ what, text, line: text })

/** What people paste and attackers type: text that hides, mirrors, or overflows. Each with what must become of it. */
export const hostileStrings: HostileString[] = [
  { what: 'right-to-left override', text: '\u202EanA', line: 'anA' },
  { what: 'left-to-right override', text: 'Ana\u202D 123', line: 'Ana 123' },
  { what: 'isolate closed too often', text: 'Ana\u2069\u2069 Lopez\u2069', line: 'Ana Lopez' },
  { what: 'marks of direction', text: '\u200FAna\u200E\u061C', line: 'Ana' },
  { what: 'Hangul filler', text: '\u3164', line: '' },
  { what: 'braille without dots', text: '\u2800 \u2800', line: '' },
  { what: 'zero-width space within', text: 'A\u200Bna', line: 'Ana' },
  { what: 'byte order mark', text: '\uFEFFAna', line: 'Ana' },
  { what: 'no-break spaces', text: '\u00A0Ana\u00A0Lopez\u00A0', line: 'Ana Lopez' },
  { what: 'wide and narrow spaces', text: 'Ana\u3000\u202F\u2009Lopez', line: 'Ana Lopez', lines: 'Ana   Lopez' },
  { what: 'tabs', text: '\tAna\tLopez\t', line: 'Ana Lopez' },
  { what: 'line breaks', text: 'Ana\r\nBcc: x@y.z', line: 'Ana Bcc: x@y.z', lines: 'Ana\nBcc: x@y.z' },
  { what: 'NUL', text: 'A\u0000na', line: 'Ana', refused: true },
  { what: 'other controls', text: 'An\u0007a\u001B[31m\u007F', line: 'Ana[31m' },
  { what: 'lone high surrogate', text: 'Ana\uD83C', line: 'Ana' },
  { what: 'soft hyphens', text: 'bare\u00ADbow', line: 'barebow' },
  { what: 'a tower of marks', text: `Z${'\u0335'.repeat(30)}oe`, line: `Z${'\u0335'.repeat(4)}oe` },
  { what: 'letters in two parts', text: 'Jose\u0301', line: 'José' },
  { what: 'tags without a flag', text: 'Ana\u{E0061}\u{E006E}\u{E007F}', line: 'Ana' },
  { what: 'joiner between Latin letters', text: 'A\u200Dn\u200Ca', line: 'Ana' },
  same('a family of joined emoji', '👩🏽\u200D👧'),
  same('flags', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} 🇺🇸'),
  same('Hebrew with digits', 'שלום 3'),
  same('Persian with a non-joiner', 'می\u200Cخواهم'),
  same('Hindi with a joiner', 'क्\u200Dष'),
  same('quotes and angle brackets', `"<b>O'Neil</b>" &amp;`),
  same('a formula', '=1+1'),
  same('a very long word', longWord),
]
