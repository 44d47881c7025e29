import type { OpenAPI } from '@orpc/openapi'

export type Listed = { method: string; base: string; path: string; operation: OpenAPI.OperationObject }

/** Every operation of the document, with where it is from the root of the server. */
export function operationsOf(document: OpenAPI.Document): Listed[] {
  const root = document.servers?.[0]?.url ?? ''
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item?.[method] as OpenAPI.OperationObject | undefined
      return operation ? [{ method, base: new URL(item?.servers?.[0]?.url ?? root).pathname, path, operation }] : []
    }),
  )
}
