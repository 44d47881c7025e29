import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>

/** One line of text, a date or a time; what else an input can have is passed on to it. */
export function TextField(props: TextFieldProps) {
  const { id, label, description, descriptionBelow, error, icon, end, className, ...input } = props
  return (
    <Field {...{ id, label, description, descriptionBelow, error, icon, end, className }}>
      {(control) => <input {...input} {...control} />}
    </Field>
  )
}
