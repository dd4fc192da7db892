import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useState } from 'react'
import { findErrorField, getErrorText } from './errors.ts'
import { useAction, type Action, type ActionOptions } from './useAction.ts'

/** The part of a Mantine form that is used here. */
interface Form {
  getValues: () => object
  setFieldError: (field: string, message: string) => void
}

/** Runs a form's mutation. An API error is shown at the field that it names; any other is `errorText`. */
export function useFormAction<Data, Variables extends OperationVariables>(
  form: Form,
  document: TypedDocumentNode<Data, Variables>,
  options: ActionOptions<Data, Variables> = {},
): Action<Data, Variables> {
  const [fieldBlamed, setFieldBlamed] = useState(false)
  const action = useAction(document, {
    ...options,
    onError: (error) => {
      const field = findErrorField(error)
      const blamed = field !== undefined && field in form.getValues()
      if (blamed) form.setFieldError(field, getErrorText(error))
      setFieldBlamed(blamed)
    },
  })
  return { ...action, errorText: fieldBlamed ? undefined : action.errorText }
}
