import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './field.module.css'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>

/** A single-line text, date or time field; other props are passed on to the input. */
export function TextField(props: TextFieldProps) {
  const { id, label, description, descriptionBelow, error, icon, end, className, ...input } = props
  return (
    <Field
      id={id}
      label={label}
      description={description}
      descriptionBelow={descriptionBelow}
      error={error}
      icon={icon}
      end={end}
      className={className}
    >
      {(control) => <input dir="auto" {...input} {...control} />}
    </Field>
  )
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>

/** A multi-line text field. */
export function TextArea(props: TextAreaProps) {
  const { id, label, description, descriptionBelow, error, className, ...area } = props
  return (
    <Field
      id={id}
      label={label}
      description={description}
      descriptionBelow={descriptionBelow}
      error={error}
      className={className}
    >
      {(control) => <textarea dir="auto" {...area} {...control} />}
    </Field>
  )
}

type FieldProps = {
  id?: string
  /** The text above it. */
  label?: string
  description?: ReactNode
  /** The description comes after the control instead of before it. */
  descriptionBelow?: boolean
  /** The error message, which marks the control as invalid. */
  error?: ReactNode
  /** Inside the box, at its start and at its end. */
  icon?: ReactNode
  end?: ReactNode
  /** For the wrapper of all parts. */
  className?: string
}

type FieldControl = {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** The common parts of a text field, a text area and a select. */
export function Field(props: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const { label, description, descriptionBelow = false, error, icon, end, className, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean)
  const words = description && (
    <p id={`${id}-description`} className={classes.description}>
      {description}
    </p>
  )
  return (
    <div className={className ? `${classes.field} ${className}` : classes.field}>
      {label && (
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
      )}
      {!descriptionBelow && words}
      <div
        className={classes.box}
        data-icon={icon ? true : undefined}
        data-end={end ? true : undefined}
        data-error={error ? true : undefined}
      >
        {icon && <div className={classes.icon}>{icon}</div>}
        {children({
          id,
          className: classes.control,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        })}
        {end && <div className={classes.end}>{end}</div>}
      </div>
      {descriptionBelow && words}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
