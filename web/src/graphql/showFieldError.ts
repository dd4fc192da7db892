import { findErrorField, getErrorText } from './errors.ts'

/** What is needed of a Mantine form. */
interface Form {
  getValues: () => object
  setFieldError: (field: string, message: string) => void
}

/** Puts the API's complaint beside the field it blames. Answers whether the form has that field. */
export function showFieldError(form: Form, error: unknown): boolean {
  const field = findErrorField(error)
  if (field === undefined || !(field in form.getValues())) return false
  form.setFieldError(field, getErrorText(error))
  return true
}
