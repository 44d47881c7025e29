import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsMissing, gainInWords, importInWords, unreadText } from '#domain/text/store-messages.ts'
import { usualCanceled, usualColumns, usualPaid, usualPartlyRefunded, usualRefunded, usualRefunds } from './columns.ts'
import { lineKey, purchaseOf, readStoreLines, type StoreReading, unreadReasons } from './order-file.ts'

const settings = {
  columns: usualColumns,
  paid: usualPaid,
  refunded: usualRefunded,
  partlyRefunded: usualPartlyRefunded,
  canceled: usualCanceled,
  refunds: usualRefunds,
  products: {
    Practice: { paidPractices: 1, dayPasses: 0 },
    'DP-1': { paidPractices: 0, dayPasses: 1 },
    Shirt: null,
  },
}

function read(...rows: string[][]) {
  return readStoreLines(
    rows.map((cells, i) => ({ number: i + 1, cells })),
    settings,
  )
}

function linesOf(reading: StoreReading) {
  if (reading.outcome !== 'read') throw new Error('its columns are missing')
  return reading
}

const head = ['Order ID', 'Line ID', 'Email', 'Item', 'SKU', 'Qty', 'Order Status', 'Event Type']
const row = (
  over: Partial<Record<'order' | 'line' | 'email' | 'item' | 'sku' | 'qty' | 'status' | 'kind', string>>,
) => {
  const cells = { order: '#1', line: '1', email: 'a@x.edu', item: 'Practice', sku: '', qty: '1', status: '', kind: '' }
  return Object.values({ ...cells, ...over })
}

describe('the columns of the common stores', () => {
  test.each([
    ['Shopify', ['Name', 'Email', 'Financial Status', 'Paid at', 'Lineitem quantity', 'Lineitem name', 'Id']],
    ['WooCommerce', ['Order Number', 'Order Status', 'Email (Billing)', 'Item #', 'Item Name', 'Quantity (- Refund)']],
    ['WooCommerce, one row an item', ['order_id', 'billing_email', 'item_name', 'item_quantity', 'item_sku']],
    ['Square', ['Date', 'Item', 'Qty', 'SKU', 'Transaction ID', 'Customer Email', 'Event Type']],
    ['Squarespace', ['Order ID', 'Email', 'Financial Status', 'Lineitem quantity', 'Lineitem name', 'Billing Name']],
  ])('%s: are known', (_, names) => {
    expect(read(names).outcome).toBe('read')
  })

  test('a buyer’s name is not taken for the order’s', () => {
    expect(read(['Name', 'Email', 'Product', 'Quantity'])).toMatchObject({ missing: [{ field: 'order' }] })
  })

  test('are found whatever their case; of those that are missing it says which, and which there are', () => {
    expect(read([' EMAIL', 'order  id', 'item', 'qty']).outcome).toBe('read')
    const reading = read(['Buyer', 'Amount'])
    expect(reading).toMatchObject({
      missing: [{ field: 'order' }, { field: 'email' }, { field: 'product' }, { field: 'quantity' }],
      found: ['Buyer', 'Amount'],
    })
    if (reading.outcome !== 'columns-missing') throw new Error('they are')
    const said = columnsMissing(reading.missing, reading.found)
    expect(said).toMatch(/the buyer’s email \(like “Email” or .*Its columns are “Buyer”, “Amount”\./)
    expect(columnsMissing(reading.missing, [])).toContain('The header row is empty.')
  })
})

describe('a line', () => {
  test('is read with what its product is worth, by name or SKU', () => {
    const { lines, unread } = linesOf(
      read(head, row({}), row({ line: '2', item: 'A day', sku: 'dp-1' }), row({ line: '3', item: 'Else' })),
    )
    expect(lines.map(({ worth }) => worth)).toEqual([
      { paidPractices: 1, dayPasses: 0 },
      { paidPractices: 0, dayPasses: 1 },
      null,
    ])
    expect(lines[0]).toMatchObject({ number: 2, orderId: '#1', lineId: '1', email: 'a@x.edu', quantity: 1 })
    expect(unread).toEqual([])
  })

  test.each([
    ['2', 2],
    ['2.0', 2],
    ['3,00', 3],
    ['1.00000', 1],
    ['2,000', null],
    ['2.000', null],
  ])('of %s pieces: three zeros may be thousands', (qty, pieces) => {
    const { lines, unread } = linesOf(read(head, row({ qty })))
    expect(lines.map(({ quantity }) => quantity)).toEqual(pieces === null ? [] : [pieces])
    expect(unread.map(({ reason }) => reason)).toEqual(pieces === null ? ['bad-quantity'] : [])
  })

  test('that is not used is listed with its number and why', () => {
    const { lines, unread } = linesOf(
      read(
        head,
        row({ order: '' }),
        row({ item: '' }),
        row({ qty: '' }),
        row({ qty: 'two' }),
        row({ qty: '1.5' }),
        row({ qty: '0' }),
        row({ qty: '1001' }),
        row({ order: '1.23E+12' }),
        row({ order: 'x'.repeat(101) }),
        row({ order: '#9', status: 'pending' }),
        row({ order: '#2', item: 'Shirt' }),
        row({ order: '#3', qty: '2.00' }),
        row({ order: '#3', qty: '2' }),
        row({ order: '#3', qty: '7' }),
        [],
      ),
    )
    expect(lines.map(({ number, quantity }) => [number, quantity])).toEqual([[13, 2]])
    expect(unread.map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'no-order'],
      [3, 'no-product'],
      [4, 'no-quantity'],
      [5, 'bad-quantity'],
      [6, 'bad-quantity'],
      [7, 'zero-quantity'],
      [8, 'huge-quantity'],
      [9, 'changed-number'],
      [10, 'too-long'],
      [11, 'not-paid'],
      [12, 'not-ours'],
      [14, 'doubled'],
      [15, 'doubled-otherwise'],
    ])
    for (const { reason, said } of unread) expect(unreadText(reason, said)).toMatch(/\.$/)
    for (const reason of unreadReasons) expect(unreadText(reason, 'order').length).toBeGreaterThan(10)
  })

  test('takes what its order says once, on the first of its lines', () => {
    const { lines, unread } = linesOf(
      read(
        head,
        row({ status: 'paid' }),
        row({ line: '2', email: '', status: '' }),
        row({ order: '#2', email: '', status: '' }),
        row({ order: '#3', status: 'pending' }),
        row({ order: '#3', line: '2', status: '' }),
      ),
    )
    expect(lines.map(({ email }) => email)).toEqual(['a@x.edu', 'a@x.edu', ''])
    expect(unread.map(({ reason }) => reason)).toEqual(['not-paid', 'not-paid'])
  })

  test('without a number of its own is the first, second … of its product in the order', () => {
    const names = ['Order ID', 'Email', 'Item', 'Qty']
    const line = ['#1', 'a@x.edu', 'Practice', '1']
    const { lines, unread } = linesOf(read(names, line, line, ['#1', 'a@x.edu', 'Other', '1']))
    expect(lines.map(({ lineId }) => lineId)).toEqual(['practice', 'practice (2)', 'other'])
    expect(unread).toEqual([])
  })

  test('is a refund by its sign, by its kind, or as a part of an order that was given back', () => {
    const { lines } = linesOf(
      read(
        head,
        row({ qty: '-2' }),
        row({ order: '#2', kind: 'Refund', qty: '3' }),
        row({ order: '#3', status: 'Refunded', qty: '4' }),
      ),
    )
    expect(lines.map(({ orderId, lineId, quantity }) => [orderId, lineId, quantity])).toEqual([
      ['#1', '1', -2],
      ['#2', '1 refund', -3],
      ['#3', '1', 4],
      ['#3', '1 refund', -4],
    ])
  })

  test.each([
    ['leading zeros dropped', '1001', '7'],
    ['decimals added', '001001.0', '07.00'],
    ['a formula that keeps it text', '="001001"', '="07"'],
    ['an apostrophe that keeps it text', "'001001", "'07"],
  ])('is the same one after a spreadsheet program: %s', (_, order, line) => {
    const { lines, unread } = linesOf(read(head, row({ order: '001001', line: '07' }), row({ order, line })))
    expect(lines).toHaveLength(1)
    expect(unread.map(({ reason }) => reason)).toEqual(['doubled'])
    const again = linesOf(read(head, row({ order, line, kind: 'Refund' }))).lines
    expect(again.map((each) => lineKey(purchaseOf(each) ?? each))).toEqual(lines.map(lineKey))
  })

  test('of a product in several variants has the value of its own variant', () => {
    const names = ['Order ID', 'Email', 'Lineitem name', 'Lineitem variant', 'Lineitem quantity']
    const card = { 'Card (5 practices)': { paidPractices: 5, dayPasses: 0 }, Card: { paidPractices: 1, dayPasses: 0 } }
    const bought = (name: string, variant: string, i: number) => [`#${i}`, 'a@x.edu', name, variant, '1']
    const rows = [
      bought('Card', '5 practices', 1),
      bought('Card', '10 practices', 2),
      bought('Card', 'Default Title', 3),
      bought('Card', '', 4),
      bought('Card (5 Practices)', '5 practices', 5),
      bought('Shirt', 'Large', 6),
      bought('Card 2010', '10', 7),
    ]
    const records = [names, ...rows].map((cells, i) => ({ number: i + 1, cells }))
    const { lines, unread } = linesOf(readStoreLines(records, { ...settings, products: { ...card, Shirt: null } }))
    expect(lines.map(({ product, worth }) => [product, worth?.paidPractices])).toEqual([
      ['Card (5 practices)', 5],
      ['Card (10 practices)', undefined],
      ['Card', 1],
      ['Card', 1],
      ['Card (5 Practices)', 5],
      ['Card 2010 (10)', undefined],
    ])
    // As in earlier releases, so that a line counts once.
    expect(lines[0]?.lineId).toBe('card')
    expect(unread.map(({ reason }) => reason)).toEqual(['not-ours'])
  })

  test('of an order that was canceled or refunded in part is listed', () => {
    const names = ['Order ID', 'Email', 'Item', 'Qty', 'Financial Status', 'Cancelled at']
    const { lines, unread } = linesOf(
      read(
        names,
        ['#1', 'a@x.edu', 'Practice', '1', 'paid', '2026-11-03 10:00:00 -0500'],
        ['#1', '', 'Practice', '2', '', ''],
        ['#2', 'a@x.edu', 'Practice', '1', 'cancelled', ''],
        ['#3', 'a@x.edu', 'Practice', '4', 'partially_refunded', ''],
        ['#4', 'a@x.edu', 'Practice', '3', 'refunded', '2026-11-03'],
      ),
    )
    expect(lines.map(({ orderId, quantity }) => [orderId, quantity])).toEqual([
      ['#3', 4],
      ['#4', 3],
      ['#4', -3],
    ])
    expect(unread.map(({ number, reason, said }) => [number, reason, said])).toEqual([
      [2, 'canceled', '2026-11-03 10:00:00 -0500'],
      [3, 'canceled', '2026-11-03 10:00:00 -0500'],
      [4, 'canceled', 'cancelled'],
      [5, 'partly-refunded', 'partially_refunded'],
    ])
  })

  test.each([
    ['Shopify', 'Refunded Amount', '5.00'],
    ['Squarespace', 'Amount Refunded', '45.00'],
    ['WooCommerce', 'refunded_total', '5,00'],
    ['Square', 'Order Refunded Amount', '$5.00'],
  ])('of a paid order is listed if some money went back: %s', (_, column, amount) => {
    const names = ['Order ID', 'Email', 'Item', 'Qty', 'Payment Status', column]
    const rows = [
      ['#1', 'a@x.edu', 'Practice', '2', 'paid', amount],
      ['#1', '', 'Practice', '1', '', ''],
      ['#2', 'a@x.edu', 'Practice', '1', 'paid', '0.00'],
    ]
    const { lines, unread } = linesOf(read(names, ...rows))
    expect(lines.map(({ quantity }) => quantity)).toEqual([2, 1, 1])
    expect(unread.map(({ number, reason, said }) => [number, reason, said])).toEqual([
      [2, 'partly-refunded', amount],
      [3, 'partly-refunded', amount],
    ])
  })

  test('of which the file says how many were refunded is less by these', () => {
    const names = ['Order number', 'Contact email', 'Item', 'Qty', 'Quantity refunded', 'Payment status']
    const { lines, unread } = linesOf(
      read(
        names,
        ['1', 'a@x.edu', 'Practice', '4', '-1', 'Partially refunded'],
        ['1', 'a@x.edu', 'DP-1', '1', '0', 'Partially refunded'],
        ['2', 'a@x.edu', 'Practice', '2', '2', 'Refunded'],
        ['3', 'a@x.edu', 'Practice', '2', '3', 'Paid'],
        ['4', 'a@x.edu', 'Practice', '2', 'some1', 'Paid'],
        ['5', 'a@x.edu', 'Practice', '2', '', 'Partially refunded'],
      ),
    )
    expect(lines.map(({ orderId, lineId, quantity }) => [orderId, lineId, quantity])).toEqual([
      ['1', 'practice', 4],
      ['1', 'practice refund', -1],
      ['1', 'dp-1', 1],
      ['2', 'practice', 2],
      ['2', 'practice refund', -2],
      ['5', 'practice', 2],
    ])
    expect(unread.map(({ number, reason }) => [number, reason])).toEqual([
      [5, 'bad-returned'],
      [6, 'bad-returned'],
      [7, 'partly-refunded'],
    ])
  })

  test('whose quantity is already without what was refunded counts that quantity', () => {
    const names = ['Order Number', 'Email (Billing)', 'Item Name', 'Quantity (- Refund)', 'Order Refund Amount']
    const { lines, unread } = linesOf(read(names, ['1', 'a@x.edu', 'Practice', '3', '5.00']))
    expect(lines.map(({ quantity }) => quantity)).toEqual([3])
    expect(unread).toEqual([])
  })

  test.each([
    ['Payment Method', 'bogus'],
    ['Payment Method', '(for testing) Bogus Gateway'],
    ['Payment Method', 'Test Payment Provider'],
    ['Test order', 'Yes'],
  ])('of a test order doesn’t count: %s “%s”', (column, said) => {
    const names = ['Order ID', 'Email', 'Item', 'Qty', column]
    const { lines, unread } = linesOf(
      read(names, ['#1', 'a@x.edu', 'Practice', '1', said], ['#2', 'a@x.edu', 'Practice', '1', 'card']),
    )
    expect(lines.map(({ orderId }) => orderId)).toEqual(['#2'])
    expect(unread).toEqual([{ number: 2, reason: 'test', said }])
  })

  test.each([
    ['a column Status', ['Status'], ['failed'], 'canceled'],
    ['a status of WooCommerce', ['status'], ['wc-pending'], 'not-paid'],
    ['a payment that the bank reversed', ['Payment Status'], ['Charged-back'], 'canceled'],
    ['an authorization', ['Financial Status'], ['authorized'], 'not-paid'],
    [
      'a status of the order beside the payment’s',
      ['Payment Status', 'Order Status'],
      ['paid', 'Cancelled'],
      'canceled',
    ],
    ['a status of its delivery', ['Financial Status', 'Fulfillment Status'], ['PAID', 'CANCELED'], 'canceled'],
    ['a status of the line', ['Financial Status', 'Item Status'], ['paid', 'canceled'], 'canceled'],
    ['a kind of its own', ['Type'], ['Payment Reversal'], 'other-kind'],
  ])('is told by %s that it doesn’t count', (_, columns, cells, reason) => {
    const { lines, unread } = linesOf(
      read(['Order ID', 'Email', 'Item', 'Qty', ...columns], ['#1', 'a@x.edu', 'Practice', '1', ...cells]),
    )
    expect(lines).toEqual([])
    expect(unread.map((each) => each.reason)).toEqual([reason])
  })

  test.each([
    ['wc-completed', ''],
    ['Partially Shipped', ''],
    ['Awaiting Fulfillment', ''],
    ['Partially-Refunded', 'partly-refunded'],
  ])('of an order that is %s counts', (status, reason) => {
    const { lines, unread } = linesOf(
      read(['Order ID', 'Email', 'Item', 'Qty', 'Status'], ['#1', 'a@x.edu', 'Practice', '1', status]),
    )
    expect(lines).toHaveLength(1)
    expect(unread.map((each) => each.reason).join()).toBe(reason)
  })

  test.each([['Fulfillment Status'], ['Lineitem fulfillment status']])(
    'whose goods came back by its %s is listed',
    (column) => {
      const { unread } = linesOf(
        read(['Order ID', 'Email', 'Item', 'Qty', column], ['#1', 'a@x.edu', 'Practice', '1', 'restocked']),
      )
      expect(unread.map(({ reason }) => reason)).toEqual(['partly-refunded'])
    },
  )

  test.each([['0000-00-00 00:00:00'], ['false'], ['-'], ['0']])('is not canceled by %s', (canceled) => {
    const names = ['Order ID', 'Email', 'Item', 'Qty', 'cancelled_at']
    expect(linesOf(read(names, ['#1', 'a@x.edu', 'Practice', '1', canceled])).lines).toHaveLength(1)
  })

  test('has the details of its order wherever the rows are sorted to', () => {
    const names = ['Order ID', 'Email', 'Item', 'Qty', 'Financial Status', 'Cancelled at']
    const { lines, unread } = linesOf(
      read(
        names,
        ['#2', '', 'DP-1', '1', '', ''],
        ['#1', '', 'DP-1', '1', '', ''],
        ['#3', '', 'DP-1', '1', '', ''],
        ['#1', 'a@x.edu', 'Practice', '1', 'paid', '2026-11-03'],
        ['#2', 'b@x.edu', 'Practice', '1', 'paid', ''],
        ['#3', 'b@x.edu', 'Practice', '1', 'pending', ''],
      ),
    )
    expect(lines.map(({ orderId, email }) => [orderId, email])).toEqual([
      ['#2', 'b@x.edu'],
      ['#2', 'b@x.edu'],
    ])
    expect(unread.map(({ reason }) => reason)).toEqual(['canceled', 'not-paid', 'canceled', 'not-paid'])
  })

  test('with more cells than the header is listed, and so is the rest of its order', () => {
    const names = ['Order ID', 'Email', 'Buyer Name', 'Item', 'Qty', 'Order Status']
    const { lines, unread } = linesOf(
      read(
        names,
        ['#1', 'a@x.edu', 'Okafor', ' Jr.', 'Practice', '1', 'pending'],
        ['#1', '', '', 'Practice', '1', ''],
        ['#2', 'a@x.edu', 'Okafor', ' Jr.', 'Practice', '1', ''],
        ['#3', 'a@x.edu', 'Ana', 'Practice', '1', 'paid'],
        ['', '', '', '', '', '', ''],
      ),
    )
    expect(lines.map(({ orderId }) => orderId)).toEqual(['#3'])
    expect(unread.map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'shifted'],
      [3, 'shifted'],
      [4, 'shifted'],
    ])
    // A store that ends each row with a separator.
    const ended = [...row({}), '']
    expect(linesOf(read(head, ended, [...row({ line: '2' }), ''])).lines).toHaveLength(2)
  })

  test('with a long number that is rounded in the whole file is listed', () => {
    const rows = ['1234567890123450000', '1234567890123460000'].map((order) => row({ order }))
    expect(linesOf(read(head, ...rows)).unread.map(({ reason }) => reason)).toEqual([
      'changed-number',
      'changed-number',
    ])
    expect(linesOf(read(head, ...rows, row({ order: '1234567890123456789' }))).lines).toHaveLength(3)
  })

  test('is the same one with its thousands grouped, also as a refund', () => {
    const [line, refund] = ['12345', '12 345'].map((id) =>
      linesOf(read(head, row({ order: '1001', line: id, kind: 'Refund' }))).lines.map(lineKey),
    )
    expect(refund).toEqual(line)
  })

  test('of whatever cells is read, or listed with a reason: nothing is lost', () => {
    const cell = fc.oneof(fc.constantFrom('', '1', '-1', '#1', 'Practice', 'paid', 'Refund', 'a@x.edu'), fc.string())
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 12 }), (rows) => {
        const { lines, unread } = linesOf(read(head, ...rows))
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

test('what a line brings, and how an import went, in words', () => {
  expect(gainInWords({ paidPractices: 10, dayPasses: -1 })).toBe('+10 paid practices and −1 day pass')
  expect(gainInWords({ paidPractices: 0, dayPasses: 0 })).toBe('nothing')
  expect(importInWords({ booked: 2, members: 1, waiting: 1, signUps: 0 })).toBe(
    'Imported 2 orders for 1 member. 1 order needs review.',
  )
  expect(importInWords({ booked: 0, members: 0, waiting: 0, signUps: 0 })).toBe('Nothing new in this file.')
})
