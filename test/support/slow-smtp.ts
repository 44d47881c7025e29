import { createServer, type Socket } from 'node:net'
import { listenLocally } from './local-port.ts'

/** A mail server that delays its reply after the end of the message: all of it, or byte by byte. */
export async function startSlowSmtp(reply: (socket: Socket, to: string, taken: () => void) => void) {
  const taken: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let [text, to, isData] = ['', '', false]
    socket.write('220 slow.example.edu\r\n')
    socket.on('data', (bytes) => {
      text += bytes
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (isData) {
          if (line !== '.') continue
          isData = false
          const address = to
          reply(socket, address, () => taken.push(address))
        } else if (/^DATA$/i.test(line)) {
          isData = true
          socket.write('354 Go on\r\n')
        } else {
          to = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? to
          socket.write('250 OK\r\n')
        }
      }
    })
  })
  return {
    taken,
    url: `smtp://127.0.0.1:${await listenLocally(server)}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
