import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isThisMachine } from '../config/this-machine.ts'
import { errorBody } from '../http/errors.ts'
import { escapeHtml } from './html.ts'
import { type KeptMail, listKeptMails } from './transport.ts'

/** `/dev/mail`: the mails of a server without SMTP, for whoever sits at the same machine; no header can say so. */
export function addDevMailbox(app: FastifyInstance, folder: string) {
  app.get('/dev/mail', { config: { policy: 'this-machine' } }, async (request, reply) => {
    if (!isFromThisMachine(request)) return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
    reply.type('text/html; charset=utf-8')
    return page(await listKeptMails(folder))
  })
}

/**
 * By the socket, and by the caller whom a trusted proxy stands for; and under a name of this machine, because a page
 * elsewhere whose name has been pointed at us could read along otherwise.
 */
function isFromThisMachine(request: FastifyRequest) {
  const asked = `http://${request.headers.host}`
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(request.ip) &&
    URL.canParse(asked) &&
    isThisMachine(new URL(asked).hostname)
  )
}

function isLoopback(address: string) {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

function page(mails: KeptMail[]) {
  const list =
    mails.length === 0
      ? '<p>No emails yet. Sign up or request a password reset, then reload.</p>'
      : mails.map(entry).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Development mailbox</title>
<link rel="stylesheet" href="/dev-mail.css"></head>
<body><main><h1>Development mailbox</h1>
<p>No email server is set up (SMTP_URL), so emails show up here, newest first. Only this machine can open this page.</p>
${list}</main></body></html>`
}

function entry(mail: KeptMail) {
  const links = mail.text.match(/https?:\/\/\S+/g) ?? []
  const anchors = links.map((url) => `<p><a href="${escapeHtml(url)}">${escapeHtml(url.replace(/#.*/, ''))}</a></p>`)
  return `<article><h2>${escapeHtml(mail.subject)}</h2>
<p><small>To ${escapeHtml(mail.to)} · <time datetime="${mail.at}">${new Date(mail.at).toUTCString()}</time></small></p>
${anchors.join('')}<pre>${escapeHtml(mail.text)}</pre></article>`
}
