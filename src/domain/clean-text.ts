/**
 * The one rule for text that people type or paste and that files bring. Nothing stays that can't be seen or that
 * changes what stands beside it: control characters, lone surrogates, directional marks and overrides, zero-width
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

const plainLine = /^[\x20-\x7e]*$/
const lineBreak = /\r\n?|[\f\v\u0085\u2028\u2029]/g
/** With the braille pattern that has no dots, without the byte order mark. */
const anySpace = /(?:(?!\uFEFF)[\s\u0085\u2800])+/g
const eachSpace = /(?!\uFEFF)[\s\u0085\u2800]/g
const invisible = /^[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u
const tooManyMarks = /(\p{M}{4})\p{M}+/gu

function withoutInvisible(text: string): string {
  const composed = text.normalize('NFC')
  let clean = ''
  for (let at = 0; at < composed.length; ) {
    const sign = String.fromCodePoint(composed.codePointAt(at) ?? 0)
    at += sign.length
    if (!invisible.test(sign) || isNeeded(sign, clean, composed.slice(at, at + 2))) clean += sign
  }
  clean = clean.replace(tooManyMarks, '$1')
  // What was apart may belong together now.
  return clean === text ? clean : withoutInvisible(clean)
}

const joiner = /[\u200C\u200D]/
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
/** Of scripts in which a joiner changes a letter's form. */
const joinedLetter =
  /^(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{Script=Common}])[\p{L}\p{M}]/u
const variation = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u
const tag = /[\u{E0020}-\u{E007F}]/u
/** A flag of a part of a country is a black flag with tags. */
const flag = /\u{1F3F4}[\u{E0020}-\u{E007F}]*$/u

/** @param before all that stays before it @param after what follows it, whether it stays or not */
function isNeeded(sign: string, before: string, after: string) {
  const [last = '', secondLast = ''] = [...before.slice(-4)].reverse()
  if (joiner.test(sign)) {
    if (invisible.test(after)) return false
    const base = variation.test(last) ? secondLast : last
    return (emoji.test(base) && emoji.test(after)) || (joinedLetter.test(base) && joinedLetter.test(after))
  }
  if (variation.test(sign)) return last !== ' ' && last !== '' && !invisible.test(last)
  return tag.test(sign) && flag.test(before.slice(-20))
}
