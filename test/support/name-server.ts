import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const noSuchName = 3
/** One MX record for the requested name (a pointer to byte 12), with a TTL of 60 seconds and preference 10. */
const mxRecord = Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 0, 60, 0, 4, 0, 10, 0xc0, 12])

/** A name server on 127.0.0.1: every name is its own mail host, except names that end in `missing`, which don't exist. */
export async function startNameServer(missing: string) {
  const socket = createSocket('udp4')
  socket.on('message', (asked, from) => {
    let end = 12
    while (asked[end]) end += (asked[end] ?? 0) + 1
    const name = asked
      .subarray(13, end)
      .toString('latin1')
      .replace(/[^\w-]/g, '.')
    const isMissing = name.endsWith(missing)
    const head = Buffer.from(asked.subarray(0, end + 5))
    head.writeUInt16BE(isMissing ? 0x8180 + noSuchName : 0x8180, 2)
    head.writeUInt16BE(isMissing ? 0 : 1, 6)
    head.writeUInt32BE(0, 8)
    socket.send(isMissing ? head : Buffer.concat([head, mxRecord]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close()
    },
  }
}
