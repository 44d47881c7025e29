/**
 * The one rule for text that people type or paste and that files bring. Nothing stays that can't be seen or that
 * changes what is next to it: control characters, lone surrogates, directional marks and overrides, zero-width
 * characters, fillers that look like nothing, and more than four marks on one letter. Any white space, such as a
 * no-break space, becomes a plain one. What emoji and other scripts need to look right stays, as do right-to-left
 * letters. Unicode marks invisible characters with Default_Ignorable_Code_Point (https://www.unicode.org/reports/tr44/).
 */

/** One line, trimmed, with single spaces. */
export function cleanLine(text: string) {
  const spaced = plainLine.test(text) ? text : withoutInvisible(text.replace(anySpace, ' '))
  return spaced.replace(/ {2,}/g, ' ').trim()
}

/** Keeps line breaks and the spaces at the beginning of lines. */
export function cleanLines(text: string) {
  const lines = text.replace(lineBreak, '\n').split('\n')
  const clean = lines.map((line) => (plainLine.test(line) ? line : withoutInvisible(line.replace(eachSpace, ' '))))
  return clean
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** Folds case and accents, so that `jose` finds `José`, also where one was pasted with invisible characters. */
export function normalizeText(text: string) {
  return cleanLine(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The words of a text, for comparison. */
export function wordsOf(text: string) {
  return normalizeText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

const plainLine = /^[\x20-\x7e]*$/
const lineBreak = /\r\n?|[\f\v\u0085\u2028\u2029]/g
/** With the braille pattern that has no dots, without the byte order mark. */
const anySpace = /(?:(?!\uFEFF)[\s\u0085\u2800])+/g
const eachSpace = /(?!\uFEFF)[\s\u0085\u2800]/g
const invisible = /^[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/** What was apart may belong together afterward, which another pass settles. */
const mostPasses = 8
const mostMarks = 4

function withoutInvisible(text: string) {
  let clean = text
  for (let passes = 0; passes < mostPasses; passes++) {
    const before = clean
    clean = onePass(before)
    if (clean === before) break
  }
  return clean
}

function onePass(text: string) {
  const composed = text.normalize('NFC')
  let clean = ''
  let marks = 0
  for (let at = 0; at < composed.length; ) {
    const sign = String.fromCodePoint(composed.codePointAt(at) ?? 0)
    at += sign.length
    const isHidden = invisible.test(sign)
    if (isHidden && !isNeeded(sign, clean, composed.slice(at, at + 2))) continue
    if (!isHidden) marks = mark.test(sign) ? marks + 1 : 0
    if (isHidden || marks <= mostMarks) clean += sign
  }
  return clean.normalize('NFC')
}

const mark = /\p{M}/u
const joiner = /[\u200C\u200D]/
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
/** Of scripts in which a joiner changes a letter's form. */
const joinedLetter =
  /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{Script=Common}])[\p{L}\p{M}]/u
/** In old spellings of Malayalam and other scripts, the joiner after it changes the letter. */
const virama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]/
const variation = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u
const tag = /[\u{E0020}-\u{E007F}]/u
/** A flag of a part of a country is a black flag with tags. */
const flag = /\u{1F3F4}[\u{E0020}-\u{E007F}]*$/u

/** @param before all that stays before it @param after what follows it, whether it stays or not */
function isNeeded(sign: string, before: string, after: string) {
  const [last = '', secondLast = ''] = [...before.slice(-4)].reverse()
  if (sign === '\u200D' && virama.test(last)) return true
  if (joiner.test(sign)) {
    if (invisible.test(after)) return false
    const base = variation.test(last) ? secondLast : last
    return (emoji.test(base) && emoji.test(after)) || (joinedLetter.test(base) && joinedLetter.test(after))
  }
  if (variation.test(sign)) return last !== ' ' && last !== '' && !invisible.test(last)
  return tag.test(sign) && flag.test(before.slice(-20))
}
