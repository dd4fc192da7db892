import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useMutation, type useMutation as UseMutation } from '@apollo/client/react'
import { getErrorText } from './errors.ts'

/** A mutation as a button or form needs it. */
export interface Action<Data, Variables> {
  /** Resolves to the answer, or to undefined when it failed. */
  run: (variables: Variables) => Promise<Data | undefined>
  pending: boolean
  /** Why the last run failed, in words for the reader. */
  errorText: string | undefined
  /** Forgets the last run. */
  reset: () => void
}

/** Runs a mutation; a failure is a state to show, not an exception. */
export function useAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options: Pick<UseMutation.Options<Data, Variables>, 'update' | 'onError' | 'context' | 'fetchPolicy'> & {
    /** What to say when the server gave no reason. */
    fallbackText?: string
  } = {},
): Action<Data, Variables> {
  const { fallbackText, ...mutationOptions } = options
  const [mutate, { loading, error, reset }] = useMutation<Data, Variables>(document, mutationOptions)
  return {
    run: (variables) =>
      mutate(...([{ variables }] as unknown as Parameters<typeof mutate>)).then(
        ({ data }) => data ?? undefined,
        () => undefined,
      ),
    pending: loading,
    errorText: error && getErrorText(error, fallbackText),
    reset,
  }
}
