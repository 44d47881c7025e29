import workerUrl from './decode-worker.ts?worker&url'

export type Decoder = {
  /** The text of the QR code in the picture, or null. One at a time. */
  read(picture: ImageData): Promise<string | null>
  close(): void
}

export function createDecoder(): Decoder {
  const worker = new Worker(trusted())
  return {
    read: (picture) =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
        // A worker that fails reads nothing; searching by name still works.
        worker.onerror = () => resolve(null)
        worker.postMessage(picture, [picture.data.buffer])
      }),
    close: () => worker.terminate(),
  }
}

type TrustedTypes = {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown }
}

let trustedUrl: string | null = null

/** The content security policy allows this one script, through a Trusted Types policy of its own, which can be created once. */
function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedUrl ??= trustedTypes
    ? // The types of `Worker` accept only a string, as do browsers without Trusted Types.
      (trustedTypes
        .createPolicy('quiver-scan', { createScriptURL: () => workerUrl })
        .createScriptURL(workerUrl) as string)
    : workerUrl
  return trustedUrl
}
