import type { MailWords } from './words.ts'

/**
 * The mail for those who read text: the same words, with the link on a line of its own. A paragraph is one line, which each
 * program wraps to its own width; broken here, it would be ragged on every phone.
 */
export function renderText(words: MailWords, frame: { greeting: string; clubName: string }) {
  const { lines, button, after, why } = words
  const paragraphs = [frame.greeting, ...lines].map(onOneLine)
  const footer = ['--', onOneLine(frame.clubName), onOneLine(why)].join('\n')
  return [...paragraphs, `${button.label}:\n${button.url}`, ...after.map(onOneLine), footer].join('\n\n')
}

/** A line feed in somebody's name does not begin a paragraph of theirs. */
function onOneLine(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}
