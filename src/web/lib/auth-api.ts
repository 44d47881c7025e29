/**
 * Login, logout and password reset: the JSON routes of the auth library. Everything else is an operation of the
 * contract.
 */

import { ApiError, fetchText, NoResponseError, parseObject } from './request.ts'

export const authApi = {
  signIn: (input: { email: string; password: string; rememberMe: boolean }) =>
    post<{ hasLoggedIn: boolean }>('sign-in/email', input),
  signOut: () => post<unknown>('sign-out', {}),
  requestReset: (input: { email: string }) => post<unknown>('request-password-reset', input),
  resetPassword: (input: { token: string; newPassword: string }) =>
    post<{ calendarLinkReset: boolean }>('reset-password', input),
}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const { response, text } = await fetchText(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = parseObject(text)
  // Not from our server, so nothing has happened there.
  if (response.ok && answer === null) throw new NoResponseError()
  if (response.ok) return answer as Answer
  throw toError(response, answer)
}

/** The error of an unsuccessful response outside `/rpc`. */
export function toError(response: Response, answer: Record<string, unknown> | null) {
  const { code, message, data, requestId } = answer ?? {}
  return new ApiError({
    status: response.status,
    code,
    message,
    data,
    requestId: requestId ?? response.headers.get('x-request-id'),
  })
}
