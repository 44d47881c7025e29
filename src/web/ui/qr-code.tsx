import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** Black on white in every mode, with the margin that cameras need. @param label what it leads to, for screen readers */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
