import type { EmailTemplate, MailCode, MailFact } from './email-template.ts'

/**
 * The mail for those who read text: the same words, with the link on a line of its own. A paragraph is one line, which each
 * program wraps to its own width; broken here, it would be ragged on every phone.
 */
export function renderText(words: EmailTemplate, frame: { greeting: string; clubName: string }) {
  const { lines, facts = [], button, code, after, why, stop } = words
  const paragraphs = [frame.greeting, ...lines].map(onOneLine)
  const list = facts.map(inText).join('\n')
  const footer = ['--', onOneLine(frame.clubName), onOneLine(why)].join('\n')
  const stopping = stop ? [`${stop.label}:\n${stop.url}`, codeInText(stop.code)] : []
  const ways = [`${button.label}:\n${button.url}`, ...(code ? [codeInText(code)] : [])]
  const blocks = [...paragraphs, list, ...ways, ...after.map(onOneLine), footer, ...stopping]
  return blocks.filter((part) => part !== '').join('\n\n')
}

function codeInText({ lead, page, act, code }: MailCode) {
  return `${lead} ${page} ${act}:\n${code}`
}

function inText({ label, value, before }: MailFact) {
  const was = before === undefined ? '' : `\n  (was: ${onOneLine(before)})`
  return `${label}: ${onOneLine(value)}${was}`
}

/** A line feed in somebody's name does not begin a paragraph of theirs. */
function onOneLine(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}
