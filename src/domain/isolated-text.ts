/**
 * Right-to-left letters, such as those of Hebrew and Arabic names, change the order of the numbers and punctuation next
 * to them. Isolates (U+2068 and U+2069, https://www.unicode.org/reports/tr9/) confine that to the text itself. They are
 * for plain text, such as emails, notifications, and labels; an element of its own isolates, too (ui/base.css). They
 * are never stored.
 */

/** Two blocks of rarer letters are known by their first surrogates. */
const rightToLeft = /[\u0590-\u08FF\uD802\uD803\uD83A\uD83B\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** The text as it can be put next to others; without right-to-left letters, it is returned as it is. */
export function isolated(text: string) {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** For template literals with texts that people or files have brought, each of which is isolated. */
export function inLine(words: TemplateStringsArray, ...texts: (string | number | null | undefined)[]) {
  return String.raw({ raw: words }, ...texts.map((text) => isolated(String(text))))
}
