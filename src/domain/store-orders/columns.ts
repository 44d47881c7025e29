import type { StoreSettings } from './order-file.ts'

/** Column names of common stores: Shopify, WooCommerce and its exporters, Square, Squarespace. */
export const usualColumns: StoreSettings['columns'] = {
  order: ['Order ID', 'Order Number', 'order_number', 'order_id', 'Order #', 'Order', 'Transaction ID', 'Name'],
  line: ['Line Item ID', 'Order Item ID', 'Line ID', 'item_id', 'line_item_id', 'Item #'],
  email: [
    'Email',
    'Email',
    'Email (Billing)',
    'Billing Email',
    'billing_email',
    'Customer Email',
    'customer_email',
  ].concat(['Buyer Email', 'Recipient Email', 'Email Address']),
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
  ],
  sku: ['Lineitem sku', 'SKU', 'Item SKU', 'item_sku', 'Product SKU'],
  quantity: ['Lineitem quantity', 'Quantity', 'Item Quantity', 'item_quantity', 'Quantity (- Refund)', 'Qty'],
  date: ['Paid at', 'Created at', 'Order Date', 'order_date', 'Date'],
  status: ['Financial Status', 'Payment Status', 'Order Status', 'order_status'],
  canceled: ['Cancelled at', 'Canceled at', 'cancelled_at', 'canceled_at', 'Canceled Date'],
  kind: ['Event Type', 'Type'],
}
export const usualPaid = ['paid', 'processing', 'completed', 'complete', 'fulfilled']
export const usualRefunded = ['refunded']
export const usualPartlyRefunded = ['partially_refunded', 'partially refunded']
export const usualCanceled = ['canceled', 'cancelled', 'voided']
export const usualRefunds = ['refund', 'return']
