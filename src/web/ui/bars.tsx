import { type CSSProperties, useId } from 'react'
import progressClasses from './progress-bar.module.css'
import classes from './slider.module.css'

type SliderProps = {
  label: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
  /** Formats a value, as shown and as read out. */
  format: (value: number) => string
  disabled?: boolean
}

/** The browser's own slider, which fingers, keys and screen readers all support, in our colors. */
export function Slider({ label, min, max, step, value, onChange, format, disabled }: SliderProps) {
  const id = useId()
  return (
    <div className={classes.slider}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        className={classes.input}
        style={{ '--done': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output htmlFor={id} className={classes.value} aria-hidden>
        {format(value)}
      </output>
    </div>
  )
}

/** A progress bar. Hidden from screen readers, because the text next to it says the same. */
export function ProgressBar({ done }: { done: number }) {
  return (
    <div className={progressClasses.track} aria-hidden>
      <div className={progressClasses.bar} style={{ transform: `scaleX(${done})` }} />
    </div>
  )
}
