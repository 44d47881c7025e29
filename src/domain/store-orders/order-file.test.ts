import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsMissing } from '#domain/text/store-messages.ts'
import { usualCanceled, usualColumns, usualPaid, usualPartlyRefunded, usualRefunded, usualRefunds } from './columns.ts'
import { lineKey, purchaseOf, readStoreLines } from './order-file.ts'

const settings = {
  columns: usualColumns,
  paid: usualPaid,
  refunded: usualRefunded,
  partlyRefunded: usualPartlyRefunded,
  canceled: usualCanceled,
  refunds: usualRefunds,
}
const practice = { paidPractices: 1, dayPasses: 0 }
const dayPass = { paidPractices: 0, dayPasses: 1 }
const usualProducts = { Practice: practice, 'DP-1': dayPass, Shirt: null }

function readAll(rows: string[][], products: Parameters<typeof readStoreLines>[1]['products'] = usualProducts) {
  const records = rows.map((cells, i) => ({ number: i + 1, cells }))
  return readStoreLines(records, { ...settings, products })
}

/** What is read of rows, in short: `#1 line ×2` of each line, `2 reason` of each row that is listed. */
function read(...rows: string[][]) {
  const reading = readAll(rows)
  if (reading.outcome !== 'read') throw new Error('its columns are missing')
  const { lines, unread } = reading
  return {
    lines,
    counted: lines.map(({ orderId, lineId, quantity }) => `${orderId} ${lineId} ×${quantity}`),
    unread,
    listed: unread.map(({ number, reason }) => `${number} ${reason}`),
  }
}

const head = ['Order ID', 'Line ID', 'Email', 'Item', 'SKU', 'Qty', 'Order Status', 'Event Type']
const cells = { order: '#1', line: '1', email: 'a@x.edu', item: 'Practice', sku: '', qty: '1', status: '', kind: '' }
const row = (over: Partial<typeof cells>) => Object.values({ ...cells, ...over })

/** Rows of a store without numbers of lines: an order, its email, product, and quantity, and what else a row has. */
const readOrders = (columns: string[], ...rows: string[][]) =>
  read(['Order ID', 'Email', 'Item', 'Qty', ...columns], ...rows)
/** What is read of one order with these cells in more columns. */
const readOne = (columns: string[], ...cells: string[]) =>
  readOrders(columns, ['#1', 'a@x.edu', 'Practice', '1', ...cells])

describe('the columns of the common stores', () => {
  test.each([
    ['Shopify', ['Name', 'Email', 'Financial Status', 'Paid at', 'Lineitem quantity', 'Lineitem name', 'Id']],
    ['WooCommerce', ['Order Number', 'Order Status', 'Email (Billing)', 'Item #', 'Item Name', 'Quantity (- Refund)']],
    ['WooCommerce, one row an item', ['order_id', 'billing_email', 'item_name', 'item_quantity', 'item_sku']],
    ['Square', ['Date', 'Item', 'Qty', 'SKU', 'Transaction ID', 'Customer Email', 'Event Type']],
    ['Squarespace', ['Order ID', 'Email', 'Financial Status', 'Lineitem quantity', 'Lineitem name', 'Billing Name']],
  ])('%s: are known', (_, names) => expect(readAll([names]).outcome).toBe('read'))

  test('don’t take a buyer’s name for the order’s', () => {
    expect(readAll([['Name', 'Email', 'Product', 'Quantity']])).toMatchObject({ missing: [{ field: 'order' }] })
  })

  test('are found in any case; a file without them is refused, with the missing columns and its own', () => {
    expect(readAll([[' EMAIL', 'order  id', 'item', 'qty']]).outcome).toBe('read')
    const reading = readAll([['Buyer', 'Amount']])
    if (reading.outcome !== 'columns-missing') throw new Error('they are')
    expect(reading.missing.map(({ field }) => field)).toEqual(['order', 'email', 'product', 'quantity'])
    expect(reading.found).toEqual(['Buyer', 'Amount'])
    const said = columnsMissing(reading.missing, reading.found)
    expect(said).toMatch(/the buyer’s email \(like “Email” or .*Its columns are “Buyer”, “Amount”\./)
    expect(columnsMissing(reading.missing, [])).toContain('The header row is empty.')
  })
})

describe('a line', () => {
  test('is read with what its product is worth, by name or SKU', () => {
    const more = [row({ line: '2', item: 'A day', sku: 'dp-1' }), row({ line: '3', item: 'Else' })]
    const { lines, unread } = read(head, row({}), ...more)
    expect(lines.map(({ worth }) => worth)).toEqual([practice, dayPass, null])
    expect(lines[0]).toMatchObject({ number: 2, orderId: '#1', lineId: '1', email: 'a@x.edu', quantity: 1 })
    expect(unread).toEqual([])
  })

  test.each([
    ['2.0', 2],
    ['3,00', 3],
    ['1.00000', 1],
    ['2.000', null],
  ])('of %s pieces: three zeros may be thousands', (qty, pieces) => {
    const { counted, listed } = read(head, row({ qty }))
    expect([counted, listed]).toEqual(pieces === null ? [[], ['2 bad-quantity']] : [[`#1 1 ×${pieces}`], []])
  })

  test.each<[reason: string, over: Partial<typeof cells>]>([
    ['no-order', { order: '' }],
    ['no-product', { item: '' }],
    ['no-quantity', { qty: '' }],
    ['bad-quantity', { qty: '1.5' }],
    ['zero-quantity', { qty: '0' }],
    ['huge-quantity', { qty: '1001' }],
    ['changed-number', { order: '1.23E+12' }],
    ['too-long', { order: 'x'.repeat(101) }],
    ['not-paid', { order: '#9', status: 'pending' }],
    ['not-ours', { order: '#2', item: 'Shirt' }],
    ['doubled', { qty: '1' }],
    ['doubled-otherwise', { qty: '7' }],
  ])('that is not used is listed as %s: %j', (reason, over) => {
    const { counted, listed } = read(head, row({}), row(over), [])
    expect([counted, listed]).toEqual([['#1 1 ×1'], [`3 ${reason}`]])
  })

  test('without a number of its own is the first, second … of its product in the order', () => {
    const line = ['#1', 'a@x.edu', 'Practice', '1']
    const { counted, listed } = readOrders([], line, line, ['#1', 'a@x.edu', 'Other', '1'])
    expect(counted).toEqual(['#1 practice ×1', '#1 practice (2) ×1', '#1 other ×1'])
    expect(listed).toEqual([])
  })

  test('is a refund by its sign, by its kind, or as a part of an order that was given back', () => {
    const byKind = row({ order: '#2', kind: 'Refund', qty: '3' })
    const { counted } = read(head, row({ qty: '-2' }), byKind, row({ order: '#3', status: 'Refunded', qty: '4' }))
    expect(counted).toEqual(['#1 1 ×-2', '#2 1 refund ×-3', '#3 1 ×4', '#3 1 refund ×-4'])
  })

  test.each([
    ['leading zeros dropped', '1001', '7'],
    ['a formula that keeps it text', '="001001"', '="07"'],
    ['an apostrophe that keeps it text', "'001001", "'07"],
  ])('is the same one after a spreadsheet program: %s', (_, order, line) => {
    const { lines, listed } = read(head, row({ order: '001001', line: '07' }), row({ order, line }))
    expect(lines).toHaveLength(1)
    expect(listed).toEqual(['3 doubled'])
    const again = read(head, row({ order, line, kind: 'Refund' })).lines
    expect(again.map((each) => lineKey(purchaseOf(each) ?? each))).toEqual(lines.map(lineKey))
  })

  test.each([
    ['Card', '5 practices', 'Card (5 practices)', 5],
    ['Card', '10 practices', 'Card (10 practices)', undefined],
    ['Card', 'Default Title', 'Card', 1],
    ['Card (5 Practices)', '5 practices', 'Card (5 Practices)', 5],
    ['Card 2010', '10', 'Card 2010 (10)', undefined],
    ['Shirt', 'Large', null, undefined],
  ])('of the product %j in the variant %j has the value of its own variant', (name, variant, product, worth) => {
    const card = { 'Card (5 practices)': { paidPractices: 5, dayPasses: 0 }, Card: practice }
    const names = ['Order ID', 'Email', 'Lineitem name', 'Lineitem variant', 'Lineitem quantity']
    const reading = readAll([names, ['#1', 'a@x.edu', name, variant, '1']], { ...card, Shirt: null })
    if (reading.outcome !== 'read') throw new Error('its columns are missing')
    if (product === null) expect(reading).toMatchObject({ lines: [], unread: [{ reason: 'not-ours' }] })
    else expect(reading.lines).toMatchObject([{ product, worth: worth ? { paidPractices: worth } : null }])
    // As in earlier releases, so that a line counts once.
    if (name === 'Card') expect(reading.lines[0]?.lineId).toBe('card')
  })

  test('of an order that was canceled or refunded in part is listed', () => {
    const { counted, unread } = readOrders(
      ['Financial Status', 'Cancelled at'],
      ['#1', 'a@x.edu', 'Practice', '1', 'paid', '2026-11-03 10:00:00 -0500'],
      ['#1', '', 'Practice', '2', '', ''],
      ['#2', 'a@x.edu', 'Practice', '1', 'cancelled', ''],
      ['#3', 'a@x.edu', 'Practice', '4', 'partially_refunded', ''],
      ['#4', 'a@x.edu', 'Practice', '3', 'refunded', '2026-11-03'],
    )
    expect(counted).toEqual(['#3 practice ×4', '#4 practice ×3', '#4 practice refund ×-3'])
    expect(unread).toEqual([
      { number: 2, reason: 'canceled', said: '2026-11-03 10:00:00 -0500' },
      { number: 3, reason: 'canceled', said: '2026-11-03 10:00:00 -0500' },
      { number: 4, reason: 'canceled', said: 'cancelled' },
      { number: 5, reason: 'partly-refunded', said: 'partially_refunded' },
    ])
  })

  test.each([
    ['Shopify', 'Refunded Amount', '5.00'],
    ['Squarespace', 'Amount Refunded', '45.00'],
    ['WooCommerce', 'refunded_total', '5,00'],
    ['Square', 'Order Refunded Amount', '$5.00'],
  ])('of a paid order is listed if some money went back: %s', (_, column, amount) => {
    const { counted, unread } = readOrders(
      ['Payment Status', column],
      ['#1', 'a@x.edu', 'Practice', '2', 'paid', amount],
      ['#1', '', 'Practice', '1', '', ''],
      ['#2', 'a@x.edu', 'Practice', '1', 'paid', '0.00'],
    )
    expect(counted).toEqual(['#1 practice ×2', '#1 practice (2) ×1', '#2 practice ×1'])
    expect(unread).toEqual([2, 3].map((number) => ({ number, reason: 'partly-refunded', said: amount })))
  })

  test('of which the file says how many were refunded is less by these', () => {
    const { counted, listed } = read(
      ['Order number', 'Contact email', 'Item', 'Qty', 'Quantity refunded', 'Payment status'],
      ['1', 'a@x.edu', 'Practice', '4', '-1', 'Partially refunded'],
      ['1', 'a@x.edu', 'DP-1', '1', '0', 'Partially refunded'],
      ['2', 'a@x.edu', 'Practice', '2', '2', 'Refunded'],
      ['3', 'a@x.edu', 'Practice', '2', '3', 'Paid'],
      ['4', 'a@x.edu', 'Practice', '2', 'some1', 'Paid'],
      ['5', 'a@x.edu', 'Practice', '2', '', 'Partially refunded'],
    )
    const first = ['1 practice ×4', '1 practice refund ×-1', '1 dp-1 ×1']
    expect(counted).toEqual([...first, '2 practice ×2', '2 practice refund ×-2', '5 practice ×2'])
    expect(listed).toEqual(['5 bad-returned', '6 bad-returned', '7 partly-refunded'])
  })

  test('whose quantity is already without what was refunded counts that quantity', () => {
    const names = ['Order Number', 'Email (Billing)', 'Item Name', 'Quantity (- Refund)', 'Order Refund Amount']
    const { counted, listed } = read(names, ['1', 'a@x.edu', 'Practice', '3', '5.00'])
    expect([counted, listed]).toEqual([['1 practice ×3'], []])
  })

  test.each([
    ['Payment Method', 'bogus'],
    ['Payment Method', 'Test Payment Provider'],
    ['Test order', 'Yes'],
  ])('of a test order doesn’t count: %s “%s”', (column, said) => {
    const rows = [said, 'card'].map((cell, i) => [`#${i}`, 'a@x.edu', 'Practice', '1', cell])
    const { counted, unread } = readOrders([column], ...rows)
    expect(counted).toEqual(['#1 practice ×1'])
    expect(unread).toEqual([{ number: 2, reason: 'test', said }])
  })

  test.each([
    ['a column Status', ['Status'], ['failed'], 'canceled'],
    ['a status of WooCommerce', ['status'], ['wc-pending'], 'not-paid'],
    ['a payment that the bank reversed', ['Payment Status'], ['Charged-back'], 'canceled'],
    ['an authorization', ['Financial Status'], ['authorized'], 'not-paid'],
    ['the order’s status beside the payment’s', ['Payment Status', 'Order Status'], ['paid', 'Cancelled'], 'canceled'],
    ['a status of its delivery', ['Financial Status', 'Fulfillment Status'], ['PAID', 'CANCELED'], 'canceled'],
    ['a status of the line', ['Financial Status', 'Item Status'], ['paid', 'canceled'], 'canceled'],
    ['a kind of its own', ['Type'], ['Payment Reversal'], 'other-kind'],
  ])('is told by %s that it doesn’t count', (_, columns, cells, reason) => {
    const { counted, listed } = readOne(columns, ...cells)
    expect([counted, listed]).toEqual([[], [`2 ${reason}`]])
  })

  test.each([
    ['Status', 'wc-completed', []],
    ['Status', 'Partially Shipped', []],
    ['Status', 'Awaiting Fulfillment', []],
    ['Status', 'Partially-Refunded', ['2 partly-refunded']],
    ['Fulfillment Status', 'restocked', ['2 partly-refunded']],
    ['Lineitem fulfillment status', 'restocked', ['2 partly-refunded']],
    ['cancelled_at', '0000-00-00 00:00:00', []],
    ['cancelled_at', 'false', []],
    ['cancelled_at', '0', []],
  ])('of an order whose %s is %s counts, and is listed if some came back: %j', (column, cell, expected) => {
    const { counted, listed } = readOne([column], cell)
    expect([counted, listed]).toEqual([['#1 practice ×1'], expected])
  })

  test('has the details of its order, in any order of the rows', () => {
    const { lines, listed } = readOrders(
      ['Financial Status', 'Cancelled at'],
      ['#2', '', 'DP-1', '1', '', ''],
      ['#1', '', 'DP-1', '1', '', ''],
      ['#3', '', 'DP-1', '1', '', ''],
      ['#1', 'a@x.edu', 'Practice', '1', 'paid', '2026-11-03'],
      ['#2', 'b@x.edu', 'Practice', '1', 'paid', ''],
      ['#3', 'b@x.edu', 'Practice', '1', 'pending', ''],
    )
    expect(lines.map(({ orderId, email }) => `${orderId} ${email}`)).toEqual(['#2 b@x.edu', '#2 b@x.edu'])
    expect(listed).toEqual(['3 canceled', '4 not-paid', '5 canceled', '7 not-paid'])
  })

  test('with more cells than the header is listed, and so is the rest of its order', () => {
    const { lines, listed } = read(
      ['Order ID', 'Email', 'Buyer Name', 'Item', 'Qty', 'Order Status'],
      ['#1', 'a@x.edu', 'Okafor', ' Jr.', 'Practice', '1', 'pending'],
      ['#1', '', '', 'Practice', '1', ''],
      ['#2', 'a@x.edu', 'Okafor', ' Jr.', 'Practice', '1', ''],
      ['#3', 'a@x.edu', 'Ana', 'Practice', '1', 'paid'],
      ['', '', '', '', '', '', ''],
    )
    expect(lines.map(({ orderId }) => orderId)).toEqual(['#3'])
    expect(listed).toEqual(['2 shifted', '3 shifted', '4 shifted'])
    // A store that ends each row with a separator.
    expect(read(head, [...row({}), ''], [...row({ line: '2' }), '']).lines).toHaveLength(2)
  })

  test('with a long number that is rounded in the whole file is listed', () => {
    const rows = ['1234567890123450000', '1234567890123460000'].map((order) => row({ order }))
    expect(read(head, ...rows).listed).toEqual(['2 changed-number', '3 changed-number'])
    expect(read(head, ...rows, row({ order: '1234567890123456789' })).lines).toHaveLength(3)
  })

  test('with any cells is read, or listed with a reason: nothing is lost', () => {
    const cell = fc.oneof(fc.constantFrom('', '1', '-1', '#1', 'Practice', 'paid', 'Refund', 'a@x.edu'), fc.string())
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 12 }), (rows) => {
        const { lines, unread } = read(head, ...rows)
        const numbers = new Set([...lines, ...unread].map(({ number }) => number))
        const filled = rows.flatMap((cells, i) => (cells.some((each) => each.trim() !== '') ? i + 2 : []))
        expect([...numbers].toSorted((a, b) => a - b)).toEqual(filled)
        const keys = lines.map(({ orderId, lineId }) => JSON.stringify([orderId, lineId]))
        expect(new Set(keys).size).toBe(keys.length)
        for (const { quantity } of lines) expect(quantity).not.toBe(0)
      }),
    )
  })
})
