import decodeQR from 'qr/decode.js'

/** Reads the QR code in a picture, away from the page, so that the page stays responsive. Answers each with its text, or null. */
addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  postMessage(textIn(data))
})

function textIn(picture: ImageData) {
  try {
    return decodeQR(picture)
  } catch {
    return null
  }
}
