/** For the API's document: an answer with an ETag may come as a 304. */
export function mayBeUnchanged<Operation extends { responses?: object | undefined }>(operation: Operation) {
  return { ...operation, responses: { ...operation.responses, 304: { description: 'Unchanged, without a body.' } } }
}
