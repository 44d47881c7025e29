#!/usr/bin/env node
// A WebDriver BiDi proxy that makes Firefox ESR work with Playwright. Playwright starts this file in place of Firefox; it starts Firefox
// and forwards all messages, with two exceptions:
// 1. The ESR has no `emulation.setMediaFeaturesOverride`, so this file responds to it, and the page keeps its own settings.
// 2. Playwright's `fill` sets the value property that React overrides on the field, so React takes the change for its own. A script in
//    each page inserts the text as typing does.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'
import { findFirefox } from './browsers.mjs'

const unknownCommand = 'emulation.setMediaFeaturesOverride'
/** An ID that Playwright, which counts from 1, never reaches. */
const ownId = 2 ** 40

const firefox = spawn(findFirefox(), process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill(signal))

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? []
  if (address === undefined) process.stderr.write(`${line}\n`)
  else await listenFor(address)
}

async function listenFor(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (playwright) => join(playwright, new WebSocket(`${address}/session`)))
  await new Promise((resolve) => server.on('listening', resolve))
  process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`)
}

function join(playwright, browser) {
  const early = []
  let sessionId
  const pass = (text) => (browser.readyState === WebSocket.OPEN ? browser.send(text) : early.push(text))
  browser.on('open', () => {
    for (const text of early.splice(0)) browser.send(text)
  })
  playwright.on('message', (data) => {
    const text = String(data)
    const { id, method } = JSON.parse(text)
    if (method === unknownCommand) return playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
    if (method === 'session.new') sessionId = id
    pass(text)
  })
  browser.on('message', (data) => {
    const text = String(data)
    const { id } = JSON.parse(text)
    if (id === ownId) return
    if (id !== undefined && id === sessionId) {
      const params = { functionDeclaration: String(typeLikeAPerson) }
      browser.send(JSON.stringify({ id: ownId, method: 'script.addPreloadScript', params }))
    }
    playwright.send(text)
  })
  playwright.on('close', () => browser.close())
  browser.on('close', () => playwright.close())
  browser.on('error', () => playwright.close())
}

/** Runs in each page before its own scripts, and replaces the function that `fill` calls. */
function typeLikeAPerson() {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    set() {},
    get: () => (text) => {
      let field = document.activeElement
      while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement
      if (field === null || field.nodeName === 'IFRAME') return field
      document.execCommand('insertText', false, text)
    },
  })
}
