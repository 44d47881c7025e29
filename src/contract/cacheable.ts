/** Marks a read whose response has an ETag (server/http/response-cache.ts) and may come as a 304, and says so in the API's document. */
export function mayBeUnchanged<Operation extends { responses?: object | undefined }>(operation: Operation) {
  return { ...operation, responses: { ...operation.responses, 304: { description: 'Unchanged, without a body.' } } }
}
