import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import type { Domain } from './domain.ts'
import { useVerificationPoll } from './useVerificationPoll.ts'

const verifyDomainMutation = graphql(`
  mutation DomainItem_VerifyDomain($input: VerifyDomainInput!) {
    verifyDomain(input: $input) {
      domain {
        ...Domain_Domain
      }
    }
  }
`)

interface DomainCheck {
  run: () => void
  /** Whether a check is asked for, or runs. */
  busy: boolean
  /** Why it could not be asked for. */
  errorText: string | undefined
}

/** Checks a domain, and fetches the domains again by `onPoll` while that takes. */
export function useDomainCheck({ id, verifying }: Pick<Domain, 'id' | 'verifying'>, onPoll: () => void): DomainCheck {
  const { run, pending, errorText } = useAction(verifyDomainMutation)
  useVerificationPoll(verifying, onPoll)
  return { run: () => void run({ input: { id } }), busy: pending || verifying, errorText }
}
