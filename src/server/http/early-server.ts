import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'

/** What it was told, or has as its default, of the lines. */
type Lines = { http: ServerOptions; keepAliveTimeout: number; requestTimeout: number; connectionTimeout: number }

/**
 * The server that Fastify would make, with somebody who is asked before it.
 * @param answerAtOnce @returns whether it has answered; Fastify does otherwise
 */
export function serverWith(
  answerAtOnce: (request: IncomingMessage, response: ServerResponse) => boolean,
): FastifyServerFactory {
  return (handle, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as Lines
    const server = createServer(http, (request, response) => {
      if (!answerAtOnce(request, response)) handle(request, response)
    })
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}
