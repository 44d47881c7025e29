import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { id, label, description, descriptionBelow, error, className, ...area } = props
  return (
    <Field {...{ id, label, description, descriptionBelow, error, className }}>
      {(control) => <textarea {...area} {...control} />}
    </Field>
  )
}
