import { inWords } from '#domain/messages.ts'

export type MailKind = 'verify' | 'reset' | 'already-member'
export type Mail = { subject: string; text: string; html: string }

/** How long the links live (D12): campus mail may be held back, so verification has a day. */
export const verifyLinkHours = 24
export const resetLinkMinutes = 60

type Facts = { clubName: string; baseUrl: string; nameFirst: string; token: string | null }
type Content = { subject: string; lines: string[]; button: { label: string; url: string }; after: string[] }

/** The club's mails as text and HTML. Links come from the configured address, never from a request (T9). */
export function composeMail(kind: MailKind, facts: Facts): Mail {
  const { subject, lines, button, after } = contents[kind](facts)
  const greeting = facts.nameFirst === '' ? 'Hello,' : `Hello ${facts.nameFirst},`
  const text = [greeting, ...lines, `${button.label}:\n${button.url}`, ...after, facts.clubName].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto">
${[greeting, ...lines].map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:#FFD21F;color:#15171C;font-weight:700;text-decoration:none">${escapeHtml(button.label)}</a></p>
${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0">${escapeHtml(facts.clubName)}</p>
</div></body></html>`
  return { subject, text, html }
}

const contents: Record<MailKind, (facts: Facts) => Content> = {
  verify: ({ clubName, baseUrl, token }) => ({
    subject: `Verify your e-mail for ${clubName}`,
    lines: [
      `You created an account for ${clubName}. Open the page below and enter the password that you chose, and you are in.`,
    ],
    button: { label: 'Verify my e-mail', url: `${baseUrl}/verify#token=${token ?? ''}` },
    after: [
      `The link works once, within ${inWords(verifyLinkHours * 3600)}.`,
      'If you did not create an account, ignore this mail: without your click nothing happens.',
    ],
  }),
  reset: ({ clubName, baseUrl, token }) => ({
    subject: `Choose a new password for ${clubName}`,
    lines: [`Somebody, probably you, asked for a new password for your ${clubName} account.`],
    button: { label: 'Choose a new password', url: `${baseUrl}/reset#token=${token ?? ''}` },
    after: [
      `The link works once, within ${inWords(resetLinkMinutes * 60)}. It signs you out everywhere else.`,
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  }),
  'already-member': ({ clubName, baseUrl }) => ({
    subject: `You already have an account for ${clubName}`,
    lines: [
      `Somebody, probably you, tried to create an account for ${clubName} with this address. You already have one.`,
    ],
    button: { label: 'Sign in', url: `${baseUrl}/login` },
    after: ['Forgot the password? The sign-in page sends you a link for a new one.'],
  }),
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
