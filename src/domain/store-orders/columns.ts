import type { StoreSettings } from './order-settings.ts'

/** Column names of common stores: Shopify, WooCommerce and its exporters, Square, Squarespace. */
export const usualColumns: StoreSettings['columns'] = {
  order: ['Order ID', 'Order Number', 'order_number', 'order_id', 'Order #', 'Order', 'Transaction ID', 'Name'],
  line: ['Line Item ID', 'Order Item ID', 'Line ID', 'item_id', 'line_item_id', 'Item #'],
  email: ['Email', 'Email (Billing)', 'Billing Email', 'billing_email', 'Customer Email', 'customer_email'].concat([
    'Buyer Email',
    'Recipient Email',
    'Email Address',
    'Contact email',
  ]),
  name: ['Billing Name', 'Full Name (Billing)', 'Customer Name', 'customer_name', 'Buyer Name', 'Recipient Name'],
  product: ['Lineitem name', 'Item Name', 'item_name', 'Product Name', 'product_name', 'Item', 'Product'],
  variant: [
    'Lineitem variant',
    'Variant',
    'Variation',
    'Item Variation',
    'item_variation',
    'Price Point Name',
    'Options',
    'Variations',
  ],
  sku: ['Lineitem sku', 'SKU', 'Item SKU', 'item_sku', 'Product SKU'],
  quantity: ['Lineitem quantity', 'Quantity', 'Item Quantity', 'item_quantity', 'Quantity (- Refund)', 'Qty'],
  date: ['Paid at', 'Created at', 'Order Date', 'order_date', 'Date created', 'Date'],
  status: ['Financial Status', 'Payment Status', 'payment_status', 'Order Status', 'order_status', 'Status'],
  state: ['Order Status', 'order_status', 'Fulfillment Status', 'fulfillment_status', 'Status'],
  lineState: ['Lineitem fulfillment status', 'Item Status', 'item_status'],
  canceled: ['Cancelled at', 'Canceled at', 'cancelled_at', 'canceled_at', 'Canceled Date'],
  refund: [
    'Refunded Amount',
    'Amount Refunded',
    'Order Refunded Amount',
    'Order Refund Amount',
    'refunded_total',
    'order_refund',
  ].concat(['Total Refunded', 'Refund Amount', 'amount_refunded']),
  returned: [
    'Quantity refunded',
    'Refunded Quantity',
    'Item Quantity Refunded',
    'item_refunded_qty',
    'Qty Refunded',
    'Lineitem quantity refunded',
  ].concat(['Returned Quantity']),
  test: ['Test order', 'Test mode', 'is_test', 'Payment Method', 'payment_method', 'Payment Gateway', 'Gateway'],
  kind: ['Event Type', 'Type'],
}
export const usualPaid = ['paid', 'processing', 'completed', 'complete', 'captured', 'fulfilled'].concat(
  ['partially fulfilled', 'shipped', 'partially shipped', 'delivered', 'picked up', 'ready for pickup'],
  ['awaiting fulfillment', 'awaiting shipment', 'awaiting pickup'],
)
export const usualRefunded = ['refunded', 'fully refunded']
export const usualPartlyRefunded = ['partially refunded', 'partly refunded', 'partial refund']
export const usualCanceled = [
  'canceled',
  'cancelled',
  'voided',
  'void',
  'expired',
  'failed',
  'declined',
  'rejected',
].concat(['chargeback', 'charged back', 'disputed', 'reversed', 'trash', 'deleted', 'abandoned'])
export const usualRefunds = ['refund', 'return']
