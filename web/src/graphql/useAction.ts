import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useMutation, type useMutation as UseMutation } from '@apollo/client/react'
import { getErrorText } from './errors.ts'

/** A mutation as buttons and forms use it. */
export interface Action<Data, Variables> {
  /** Resolves to the answer, or to undefined if it failed. `onFailed` is told why, whatever was run since. */
  run: (variables: Variables, onFailed?: (errorText: string) => void) => Promise<Data | undefined>
  pending: boolean
  /** Why the last run failed, in words for the reader. */
  errorText: string | undefined
  /** Forgets the last run. */
  reset: () => void
}

/** Options for running a mutation. */
export interface ActionOptions<Data, Variables extends OperationVariables> extends Pick<
  UseMutation.Options<Data, Variables>,
  'update' | 'onError' | 'context' | 'fetchPolicy' | 'optimisticResponse'
> {
  /** The text to show if the server gave no reason. */
  fallbackText?: string
}

/** Runs a mutation; a failure is a state to show, not an exception. */
export function useAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { fallbackText, ...options }: ActionOptions<Data, Variables> = {},
): Action<Data, Variables> {
  const [mutate, { loading, error, reset }] = useMutation<Data, Variables>(document, options)
  return {
    run: (variables, onFailed) =>
      // Whether `variables` may be omitted is a type that remains unresolved while `Variables` is generic; they are given here.
      mutate(...([{ variables }] as unknown as Parameters<typeof mutate>)).then(
        ({ data }) => data ?? undefined,
        (failure: unknown) => {
          onFailed?.(getErrorText(failure, fallbackText))
          return undefined
        },
      ),
    pending: loading,
    errorText: error && getErrorText(error, fallbackText),
    reset,
  }
}

/** Returns an action each run of which forgets another's last one, so that beside both of them only the latest failure is shown. */
export function replacing<Data, Variables>(
  action: Action<Data, Variables>,
  other: { reset: () => void },
): Action<Data, Variables> {
  return {
    ...action,
    run: (...args) => {
      other.reset()
      return action.run(...args)
    },
  }
}
