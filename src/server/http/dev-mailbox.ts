import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Secrets } from '#server/crypto/secrets.ts'
import { escapeHtml } from '#server/email/layout.ts'
import { listStoredEmails, type StoredEmail } from '#server/email/transport.ts'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'
import { errorBody } from './errors.ts'

/** The path of the mailbox, which the server prints at startup. */
export function devMailPath({ devMailKey }: Pick<Secrets, 'devMailKey'>) {
  return `/dev/mail/${devMailKey}`
}

/**
 * `/dev/mail/…`: the emails of a server without SMTP, for someone on the same machine who sees the address printed at startup. The key
 * in it protects against local proxies that don't add forwarding headers.
 */
export function addDevMailbox(app: FastifyInstance, folder: string, secrets: Pick<Secrets, 'devMailKey'>) {
  app.get<{ Params: { key: string } }>(
    '/dev/mail/:key',
    { config: { policy: 'this-machine' } },
    async (request, reply) => {
      if (!isFromThisMachine(request)) return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
      if (request.params.key !== secrets.devMailKey)
        return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
      reply.type('text/html; charset=utf-8').header('referrer-policy', 'no-referrer')
      return page(await listStoredEmails(folder))
    },
  )
}

/** Headers that proxies, load balancers and CDNs add. */
const forwarding =
  /^(forwarded|via|cdn-loop|(true-|fastly-)?client-ip|cf-.*|x-(forwarded|real|original|client|cluster-client|remote|envoy|azure|arr|amzn?|appengine|vercel|proxy)(-.*)?)$/

/**
 * Whether the socket is local, no header says that the request was forwarded, and the host is localhost, which prevents DNS
 * rebinding by a page on another site.
 */
function isFromThisMachine(request: FastifyRequest) {
  const asked = `http://${request.headers.host}`
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(request.ip) &&
    !Object.keys(request.headers).some((name) => forwarding.test(name)) &&
    URL.canParse(asked) &&
    isLocalhost(new URL(asked).hostname)
  )
}

function isLoopback(address: string) {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

function page(emails: StoredEmail[]) {
  const list =
    emails.length === 0
      ? '<p>No emails yet. Sign up or request a password reset, then reload.</p>'
      : emails.map(entry).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Development mailbox</title>
<link rel="stylesheet" href="/dev-mail.css"></head>
<body><main><h1>Development mailbox</h1>
<p>No email server is set up (SMTP_URL), so emails show up here, newest first. Only this machine can open this page.</p>
${list}</main></body></html>`
}

function entry(email: StoredEmail) {
  const links = email.text.match(/https?:\/\/\S+/g) ?? []
  const anchors = links.map((url) => `<p><a href="${escapeHtml(url)}">${escapeHtml(url.replace(/#.*/, ''))}</a></p>`)
  return `<article><h2>${escapeHtml(email.subject)}</h2>
<p><small>To ${escapeHtml(email.to)} · <time datetime="${email.at}">${new Date(email.at).toUTCString()}</time></small></p>
${anchors.join('')}<pre>${escapeHtml(email.text)}</pre></article>`
}
