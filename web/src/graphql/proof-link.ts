import { ApolloLink } from '@apollo/client/link'
import { from, of, switchMap } from 'rxjs'
import type { ProofRequests } from '../auth/proof-requests.ts'
import { toFactorKinds } from './errors.ts'

/** Asks the reader to prove who they are if an operation needs fresh proof, and then sends it again. */
export function createProofLink(proofs: ProofRequests): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      switchMap((result) => {
        const refusal = result.errors?.find(({ extensions }) => extensions?.['code'] === 'FRESH_PROOF_REQUIRED')
        if (!refusal) return of(result)
        return from(proofs.ask(toFactorKinds(refusal.extensions?.['factors']))).pipe(
          switchMap((proven) => (proven ? forward(operation) : of(result))),
        )
      }),
    ),
  )
}
